import CloudKitEmulator
import Foundation
import Synchronization
import Testing

@Suite("records/modify on an emulator")
struct ModifyTests {
  private static func operation(_ kind: String, _ record: String) -> String {
    #"{"operations":[{"operationType":"\#(kind)","record":{\#(record)}}]}"#
  }

  private static func failure(_ reason: String, _ code: String = "BAD_REQUEST") -> String {
    #"{"records":[{"recordName":"a","reason":"\#(reason)","serverErrorCode":"\#(code)"}]}"#
  }

  @Test("a record is answered with the recorded keys, in the recorded order")
  func shape() async throws {
    try await ServedEmulator.serve { emulator in
      let user = #""userRecordName":"_07dcce6f9d6e9b4ff8ef9b12e6e3a6d0""#
      let fields = #"""
        "number":{"value":9007199254740993},"moment":{"value":1700000000001,"type":"TIMESTAMP"},
        "ratio":{"value":3,"type":"DOUBLE"},"bytes":{"value":"AAEC","type":"BYTES"},"text":{"value":"é"},
        "target":{"value":{"recordName":"b","action":"NONE"}},"tags":{"value":[],"type":"STRING_LIST"},
        "place":{"value":{"latitude":51.5,"longitude":-0.1}}
        """#
      let answer = try await emulator.create("a", fields)
      #expect(answer.status == 200)
      #expect(answer.head.contains("Content-Type: application/json; charset=UTF-8"))
      #expect(answer.head.contains("X-Apple-CloudKit-Version: 1.0"))
      let text = answer.text.replacing(/"userRecordName":"_[0-9a-f]{32}"/, with: user)
      #expect(
        text
          == #"""
          {"records":[{"recordName":"a","recordType":"Thing","fields":{"text":{"value":"é","type":"STRING"},
          "number":{"value":9007199254740993,"type":"INT64"},"ratio":{"value":3.0,"type":"DOUBLE"},
          "moment":{"value":1700000000001,"type":"TIMESTAMP"},"bytes":{"value":"AAEC","type":"BYTES"},
          "target":{"value":{"recordName":"b","action":"NONE","zoneID":
          {"zoneName":"_defaultZone","ownerRecordName":"_defaultOwner","zoneType":"DEFAULT_ZONE"}},"type":"REFERENCE"},
          "place":{"value":{"latitude":51.5,"longitude":-0.1},"type":"LOCATION"},
          "tags":{"value":[],"type":"STRING_LIST"}},"pluginFields":{},"recordChangeTag":"1",
          "created":{"timestamp":1795255200000,\#(user),"deviceID":"2"},
          "modified":{"timestamp":1795255200000,\#(user),"deviceID":"2"},"deleted":false}]}
          """#.replacing("\n", with: ""))
    }
  }

  @Test("numbers are strings where they are asked for so, and no fields are there where none are")
  func options() async throws {
    try await ServedEmulator.serve { emulator in
      _ = try await emulator.create("a", #""number":{"value":9007199254740993},"text":{"value":"x"}"#)
      let strings = try await emulator.text(
        "records/lookup", #"{"records":[{"recordName":"a","desiredKeys":["number"]}],"numbersAsStrings":true}"#)
      #expect(strings.contains(#""fields":{"number":{"value":"9007199254740993","type":"INT64"}},"pluginFields""#))
      let none = try await emulator.text("records/lookup", #"{"records":[{"recordName":"a"}],"desiredKeys":[]}"#)
      #expect(none.contains(#""recordType":"Thing","pluginFields":{}"#))
    }
  }

  private static let values: [(field: String, expected: String)] = [
    (#""moment":{"value":1700000000000}"#, "TIMESTAMP"),
    (#""moment":{"value":1700000000000.5,"type":"TIMESTAMP"}"#, "TIMESTAMP"),
    (#""moment":{"value":1700000000000,"type":"INT64"}"#, "TIMESTAMP"),
    (#""moment":{"value":99999999999999999999,"type":"TIMESTAMP"}"#, "TIMESTAMP"),
    (#""moment":{"value":"2026-11-21","type":"TIMESTAMP"}"#, "TIMESTAMP"),
    (#""ratio":{"value":3}"#, "DOUBLE"),
    (#""bytes":{"value":"AAEC"}"#, "BYTES"),
    (#""bytes":{"value":"not base64","type":"BYTES"}"#, "BYTES"),
    (#""number":{"value":1.5}"#, "INT64"),
    (#""number":{"value":"1"}"#, "INT64"),
    (#""number":{"value":true}"#, "INT64"),
    (#""text":{"value":1}"#, "STRING"),
    (#""text":{"value":["a"],"type":"STRING_LIST"}"#, "STRING"),
    (#""tags":{"value":"a"}"#, "STRING_LIST"),
    (#""tags":{"value":["a",1],"type":"STRING_LIST"}"#, "STRING"),
    (#""target":{"value":"b"}"#, "REFERENCE"),
    (#""target":{"value":{"recordName":"b","action":"EXPLODE"},"type":"REFERENCE"}"#, "REFERENCE"),
    (#""place":{"value":{"latitude":1},"type":"LOCATION"}"#, "LOCATION"),
  ]

  @Test("a value that does not say it is what its field wants fails its record", arguments: values)
  func types(field: String, expected: String) async throws {
    try await ServedEmulator.serve { emulator in
      let answer = try await emulator.create("a", field)
      #expect(answer.status == 200)
      #expect(answer.text.contains(#""serverErrorCode":"BAD_REQUEST""#), "\(answer.text)")
      #expect(answer.text.contains("Invalid value, expected type \(expected)"), "\(answer.text)")
    }
  }

  @Test("a lenient emulator takes dates without a type and with a fraction")
  func lenient() async throws {
    try await ServedEmulator.serve(.with { $0.isLenientAboutTypes = true }) { emulator in
      let answer = try await emulator.create(
        "a", #""moment":{"value":1795244802625.4478},"ratio":{"value":3},"bytes":{"value":"AAEC"}"#)
      #expect(answer.text.contains(#""moment":{"value":1795244802625,"type":"TIMESTAMP"}"#), "\(answer.text)")
      #expect(answer.text.contains(#""ratio":{"value":3.0,"type":"DOUBLE"}"#))
      #expect(answer.text.contains(#""bytes":{"value":"AAEC","type":"BYTES"}"#))
    }
  }

  private static let sentValues: [(field: String, sent: String, answered: String)] = [
    ("number", #"{"value":2,"type":"NUMBER_INT64"}"#, #"{"value":2,"type":"INT64"}"#),
    ("ratio", #"{"value":2,"type":"NUMBER_DOUBLE"}"#, #"{"value":2.0,"type":"DOUBLE"}"#), ("text", "{}", ""),
    ("text", #"{"type":"STRING"}"#, ""), ("text", #"{"value":null}"#, ""),
  ]

  @Test(
    "values are accepted as clients of the live service send them: a field without a value is cleared",
    arguments: sentValues)
  func liveClients(field: String, sent: String, answered: String) async throws {
    try await ServedEmulator.serve { emulator in
      _ = try await emulator.create("a", #""text":{"value":"x"},"plain":{"value":"y"}"#)
      let update = #""recordName":"a","recordChangeTag":"1","fields":{"\#(field)":\#(sent)}"#
      let answer = try await emulator.text("records/modify", Self.operation("update", update))
      let text = field == "text" ? "" : #""text":{"value":"x","type":"STRING"},"#
      let new = answered.isEmpty ? "" : #""\#(field)":\#(answered),"#
      #expect(answer.contains(#""fields":{\#(text)\#(new)"plain":{"value":"y","type":"STRING"}}"#), "\(answer)")
    }
  }

  private static let failures: [(kind: String, record: String, answer: String)] = [
    ("create", #""recordType":"Nothing","recordName":"a""#, failure("did not find record type: Nothing", "NOT_FOUND")),
    (
      "create", #""recordType":"Thing","recordName":"a","fields":{"_x":{"value":"y"}}"#,
      failure("Unprivileged attempt to insert a system field: _x")
    ),
    (
      "create", #""recordType":"Thing","recordName":"a","fields":{"nothing":{"value":"y"}}"#,
      failure("Cannot create or modify field 'nothing' in record 'Thing': no such field")
    ),
    (
      "create",
      #""recordType":"Thing","recordName":"a","fields":{"file":{"value":{"fileChecksum":"AA==","size":1,"receipt":"r"}}}"#,
      failure("could not decode asset object")
    ),
    (
      "update", #""recordType":"Thing","recordName":"a","recordChangeTag":"1""#,
      failure("Record not found", "NOT_FOUND")
    ),
    ("update", #""recordName":"a","recordChangeTag":"1""#, failure("Record not found", "NOT_FOUND")),
    ("delete", #""recordName":"a","recordChangeTag":"1""#, failure("Record not found", "NOT_FOUND")),
    (
      "create",
      #""recordType":"Thing","recordName":"a","fields":{"target":{"value":{"recordName":"b","action":"VALIDATE"}}}"#,
      failure("the record 'b' that is referred to does not exist", "VALIDATING_REFERENCE_ERROR")
    ),
    (
      "create", #""recordType":"Closed","recordName":"a""#, failure("CREATE operation not permitted", "ACCESS_DENIED")
    ),
    (
      "create",
      #""recordType":"Thing","recordName":"a","fields":{"plain":{"value":"\#(String(repeating: "x", count: 1_000_001))"}}"#,
      failure("the record has 1000006 bytes, more than the 1 MB a record may have", "QUOTA_EXCEEDED")
    ),
  ]

  @Test("one record's failure is its item in a 200", arguments: failures)
  func failing(kind: String, record: String, answer: String) async throws {
    try await ServedEmulator.serve { emulator in
      let got = try await emulator.answer("records/modify", Self.operation(kind, record))
      #expect(got.status == 200)
      #expect(got.text == answer)
    }
  }

  private static func refusal(_ reason: String, _ code: String = "BAD_REQUEST") -> String {
    #"{"serverErrorCode":"\#(code)","reason":"\#(reason)"}"#
  }

  private static let refusals: [(body: String, status: Int, answer: String)] = [
    ("{", 400, refusal("BadRequestException: Unexpected input at [line: 1, column: 2]")),
    ("{\n\"operations\":[}", 400, refusal("BadRequestException: Unexpected input at [line: 2, column: 15]")),
    ("[]", 400, refusal("BadRequestException: Unexpected input")),
    (
      String(repeating: "[", count: 100_000), 400,
      refusal("BadRequestException: Unexpected input at [line: 1, column: 65]")
    ),
    ("\u{FEFF}{}", 400, refusal("BadRequestException: Unexpected input at [line: 1, column: 1]")),
    ("{}", 400, refusal("BadRequestException: missing required field 'operations'")),
    (#"{"operations":[{}]}"#, 400, refusal("BadRequestException: missing required field 'operationType'")),
    (
      #"{"operations":[{"operationType":"create"}]}"#, 400,
      refusal("BadRequestException: missing required field 'record'")
    ),
    (operation("create", ""), 400, refusal("BadRequestException: missing required field 'recordType'")),
    (
      operation("force_update", #""recordName":"a""#), 400,
      refusal("BadRequestException: Unexpected input at [line: 1, column: 47]")
    ),
    (
      operation("create", #""recordType":"Thing","fields":{"file":{"value":{},"type":"ASSET"}}"#), 400,
      refusal("BadRequestException: Unexpected input at [line: 1, column: 116]")
    ),
    (
      operation("update", #""recordType":"Thing","recordName":"a""#), 400,
      refusal("BadRequestException: missing required field 'recordChangeTag'")
    ),
    (
      operation("forceUpdate", #""recordType":"Thing""#), 400,
      refusal("BadRequestException: missing required field 'recordName'")
    ),
    (#"{"operations":[],"atomic":true}"#, 400, refusal("atomic operations not supported in default zone")),
    (
      #"{"operations":[],"zoneID":{"zoneName":"Other"}}"#, 404, refusal("Zone not found", "ZONE_NOT_FOUND")
    ),
    (
      #"{"operations":[{"operationType":"forceDelete","record":{"recordName":"a"}},"#
        + #"{"operationType":"forceDelete","record":{"recordName":"a"}}]}"#, 400,
      refusal("the record 'a' is in the request twice")
    ),
    (
      #"{"operations":["#
        + (0..<10_000).map { #"{"operationType":"forceDelete","record":{"recordName":"r\#($0)"}}"# }
        .joined(separator: ",") + "]}", 400, refusal("a request has at most 200 operations, not 10000")
    ),
  ]

  @Test("what is wrong with a request as a whole is one object, and nothing is done")
  func refused() async throws {
    try await ServedEmulator.serve { emulator in
      for (body, status, expected) in Self.refusals {
        let answer = try await emulator.answer("records/modify", body)
        #expect(answer.status == status, "\(body.prefix(100))")
        #expect(answer.text == expected, "\(body.prefix(100))")
      }
    }
  }

  @Test("updates merge and clear, replacements clear, stale tags conflict, deletions answer both keys")
  func kinds() async throws {
    try await ServedEmulator.serve { emulator in
      _ = try await emulator.create("a", #""text":{"value":"x"},"number":{"value":1}"#)
      let again = try await emulator.create("a")
      #expect(again.text == Self.failure("record to insert already exists", "CONFLICT"))
      let updated = try await emulator.text(
        "records/modify",
        Self.operation(
          "update", #""recordName":"a","recordChangeTag":"1","fields":{"text":{"value":null},"ratio":{"value":0.5}}"#))
      #expect(
        updated.contains(#""fields":{"number":{"value":1,"type":"INT64"},"ratio":{"value":0.5,"type":"DOUBLE"}}"#))
      let stale = try await emulator.text(
        "records/modify", Self.operation("replace", #""recordType":"Thing","recordName":"a","recordChangeTag":"1""#))
      #expect(stale == Self.failure("client oplock error updating record", "CONFLICT"))
      let replaced = try await emulator.text(
        "records/modify", Self.operation("forceReplace", #""recordType":"Thing","recordName":"a","fields":{}"#))
      #expect(replaced.contains(#""fields":{},"pluginFields""#))
      let deleted = try await emulator.text("records/modify", Self.operation("forceDelete", #""recordName":"a""#))
      #expect(deleted == #"{"records":[{"recordName":"a","deleted":true}]}"#)
    }
  }

  @Test("a name that is left to the server is made up, and is the same for the same seed")
  func madeUpNames() async throws {
    let names = Mutex<[String]>([])
    for _ in 0..<2 {
      try await ServedEmulator.serve(.with { $0.seed = 7 }) { emulator in
        let text = try await emulator.text("records/modify", Self.operation("create", #""recordType":"Thing""#))
        names.withLock { $0.append(String(text.prefix(70))) }
      }
    }
    let made = names.withLock { $0 }
    #expect(made[0] == made[1])
    #expect(made[0].contains(/"recordName":"[0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}"/))
  }
}
