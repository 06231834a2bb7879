import CloudKitEmulator
import Testing

@Suite("What an emulator does not pass over")
struct StrictnessTests {
  private static func create(_ record: String) -> String {
    #"{"operations":[{"operationType":"create","record":{"recordType":"Thing",\#(record)}}]}"#
  }

  private static let malformed: [(operation: String, body: String)] = [
    ("records/modify", create(#""recordName":"a","fields":[]"#)),
    ("records/modify", create(#""recordName":"a","fields":"x""#)),
    ("records/modify", create(#""recordName":5"#)),
    ("records/modify", create(#""recordName":"a","recordChangeTag":5"#)),
    ("records/modify", create(#""recordName":"a","zoneID":"x""#)),
    ("records/modify", create(#""recordName":"a","fields":{"text":{"value":"x","type":5}}"#)),
    ("records/query", #"{"query":{"recordType":"Thing"},"continuationMarker":5}"#),
    ("assets/upload", #"{"tokens":[{"fieldName":"file"},5]}"#),
    ("assets/upload", #"{"tokens":[{"fieldName":"file","recordName":5}]}"#),
    ("assets/upload", #"{"tokens":[{"fieldName":"file"}],"zoneID":"x"}"#),
  ]

  @Test("a member that is something else than it should be refuses its request", arguments: malformed)
  func refused(operation: String, body: String) async throws {
    try await ServedEmulator.serve { emulator in
      let answer = try await emulator.answer(operation, body)
      #expect(answer.status == 400)
      #expect(
        answer.text == #"{"serverErrorCode":"BAD_REQUEST","reason":"BadRequestException: Unexpected input"}"#)
      #expect(try await emulator.text("records/query", #"{"query":{"recordType":"Thing"}}"#) == #"{"records":[]}"#)
    }
  }

  private static let otherZone = #"{"zoneName":"Other","ownerRecordName":"_defaultOwner"}"#
  private static let values: [(field: String, expected: String)] = [
    (#""place":{"value":{"latitude":1,"longitude":2,"altitude":"x"}}"#, "LOCATION"),
    (#""place":{"value":{"latitude":1,"longitude":2,"timestamp":1.5},"type":"LOCATION"}"#, "LOCATION"),
    (#""target":{"value":{"recordName":"b","zoneID":\#(otherZone)}}"#, "REFERENCE"),
    (#""target":{"value":{"recordName":"b","zoneID":"x"},"type":"REFERENCE"}"#, "REFERENCE"),
    (#""targets":{"value":[{"recordName":"b","zoneID":\#(otherZone)}],"type":"REFERENCE_LIST"}"#, "REFERENCE"),
    (#""tags":{"value":[],"type":"INT64_LIST"}"#, "STRING_LIST"),
  ]

  @Test("a value of which a part does not fit fails its record", arguments: values)
  func failing(field: String, expected: String) async throws {
    try await ServedEmulator.serve { emulator in
      let answer = try await emulator.create("a", field)
      #expect(answer.status == 200)
      #expect(
        answer.text.contains(#""reason":"Invalid value, expected type \#(expected).","serverErrorCode":"BAD_REQUEST""#),
        "\(answer.text)")
    }
  }

  @Test("a record is written back as it was read, its references' zones with it")
  func writtenBack() async throws {
    try await ServedEmulator.serve { emulator in
      let made = try await emulator.create("a", #""target":{"value":{"recordName":"b"}}"#).text
      let target = try #require(made.firstMatch(of: /"target":(\{.*"type":"REFERENCE"\})/)).output.1
      #expect(target.contains("zoneID"))
      let again = try await emulator.text(
        "records/modify",
        #"{"operations":[{"operationType":"update","record":{"recordName":"a","recordChangeTag":"1","fields":{"target":\#(target)}}}]}"#
      )
      #expect(again.contains(#""target":\#(target)"#), "\(again)")
    }
  }

  @Test("of a field that is there twice the last counts")
  func twice() async throws {
    try await ServedEmulator.serve { emulator in
      let cleared = try await emulator.create("a", #""text":{"value":"x"},"text":{"value":null}"#).text
      #expect(cleared.contains(#""fields":{},"#), "\(cleared)")
      let set = try await emulator.create("b", #""text":{"value":null},"text":{"value":"x"}"#).text
      #expect(set.contains(#""fields":{"text":{"value":"x","type":"STRING"}},"#), "\(set)")
    }
  }
}
