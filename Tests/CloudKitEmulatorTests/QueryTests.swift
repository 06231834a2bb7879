import CloudKitEmulator
import CloudKitRecords
import CloudKitWire
import Foundation
import JSON
import Testing

@Suite("records/query on an emulator")
struct QueryTests {
  private static func query(_ rest: String, type: String = "Thing") -> String {
    #"{"query":{"recordType":"\#(type)"\#(rest)}}"#
  }

  private static func filter(_ filter: String) -> String { query(#","filterBy":[{\#(filter)}]"#) }

  /// The names of the records of an answer.
  private static func names(_ answer: HTTPAnswer) throws -> [String] {
    let object = try #require(try JSONValue(strict: answer.body).object)
    return try #require(object["records"]?.array).compactMap { $0.object?["recordName"]?.string }
  }

  private static let refusals: [(body: String, reason: String)] = [
    (query("", type: "Nothing"), "did not find record type: Nothing"),
    (query("", type: "Unlisted"), "Queried type is not marked indexable"),
    (query("", type: "Unnamed"), "Field 'recordName' is not marked queryable"),
    (
      filter(#""comparator":"EQUALS","fieldName":"nothing","fieldValue":{"value":"x"}"#),
      "Did not find field: 'nothing' in type: 'Thing'"
    ),
    (
      filter(#""comparator":"EQUALS","fieldName":"plain","fieldValue":{"value":"x"}"#),
      "Field 'plain' is not marked queryable"
    ),
    (query(#","sortBy":[{"fieldName":"plain"}]"#), "Field 'plain' is not marked sortable"),
    (
      query(#","sortBy":[{"systemFieldName":"createdTimestamp"}]"#), "Field '___createTime' is not marked sortable"
    ),
    (
      filter(#""comparator":"CONTAINS_ALL_TOKENS","fieldName":"number","fieldValue":{"value":"x"}"#),
      "Field 'number' is not marked searchable"
    ),
    (
      filter(#""comparator":"IN","fieldName":"text","fieldValue":{"value":["x"]}"#),
      "BadRequestException: Unexpected input"
    ),
    (
      filter(#""comparator":"RESEMBLES","fieldName":"text","fieldValue":{"value":"x"}"#),
      "BadRequestException: Unexpected input"
    ),
    (
      filter(#""comparator":"LESS_THAN","fieldName":"moment","fieldValue":{"value":1700000000000}"#),
      "Invalid value, expected type TIMESTAMP."
    ),
    ("{}", "BadRequestException: missing required field 'query'"),
    (#"{"query":{}}"#, "BadRequestException: missing required field 'recordType'"),
    (
      #"{"query":{"recordType":"Thing"},"resultsLimit":201}"#, "a page has 1 to 200 records, not 201"
    ),
    (
      #"{"query":{"recordType":"Thing"},"continuationMarker":"AAAA"}"#, "Unknown sync continuation type"
    ),
  ]

  @Test("what no index serves, and what does not decode, is refused in Apple's words")
  func refused() async throws {
    try await ServedEmulator.serve { emulator in
      for (body, reason) in Self.refusals {
        let answer = try await emulator.answer("records/query", body)
        #expect(answer.status == 400, "\(body)")
        #expect(answer.text == #"{"serverErrorCode":"BAD_REQUEST","reason":"\#(reason)"}"#, "\(body)")
      }
    }
  }

  @Test("desired keys that are no fields of the type are passed over, as clients of Apple's send them")
  func desiredKeys() async throws {
    try await ServedEmulator.serve { emulator in
      _ = try await emulator.create("a", #""text":{"value":"x"},"number":{"value":1}"#)
      let keys = #"["text","recordName","recordType","recordChangeTag","nothing"]"#
      let answer = try await emulator.text(
        "records/query", #"{"query":{"recordType":"Thing"},"desiredKeys":\#(keys)}"#)
      #expect(
        answer.hasPrefix(
          #"{"records":[{"recordName":"a","recordType":"Thing","fields":{"text":{"value":"x","type":"STRING"}},"#))
    }
  }

  @Test("filters find by value, list, token and creator; one filter need not be in an array")
  func filters() async throws {
    try await ServedEmulator.serve { emulator in
      _ = try await emulator.create("a", #""text":{"value":"red apple"},"tags":{"value":["x","y"]}"#)
      _ = try await emulator.create("b", #""text":{"value":"green pear"},"number":{"value":5}"#, as: emulator.admin)
      let me = try await emulator.text("users/current", "{}")
      let user = try #require(me.firstMatch(of: /_[0-9a-f]{32}/)).output
      for (filter, expected) in [
        (#"[{"comparator":"CONTAINS_ALL_TOKENS","fieldName":"text","fieldValue":{"value":"apple red"}}]"#, ["a"]),
        (#"[{"comparator":"LIST_CONTAINS","fieldName":"tags","fieldValue":{"value":"y"}}]"#, ["a"]),
        (#"[{"comparator":"IN","fieldName":"number","fieldValue":{"value":[5,6],"type":"INT64_LIST"}}]"#, ["b"]),
        (#"{"comparator":"BEGINS_WITH","fieldName":"text","fieldValue":{"value":"green"}}"#, ["b"]),
        (
          #"[{"comparator":"EQUALS","systemFieldName":"createdUserRecordName","fieldValue":{"value":{"recordName":"\#(user)"}}}]"#,
          ["a"]
        ),
      ] {
        let answer = try await emulator.answer("records/query", Self.query(#","filterBy":\#(filter)"#))
        #expect(try Self.names(answer) == expected, "\(filter) \(answer.text)")
      }
    }
  }

  @Test("a query shows its zone, and goes on with its marker, with or without the query")
  func pages() async throws {
    try await ServedEmulator.serve { emulator in
      for name in ["a", "b", "c", "d", "e"] {
        _ = try await emulator.create(name, #""number":{"value":\#(name.utf8.first ?? 0)}"#)
      }
      let query = #""query":{"recordType":"Thing","sortBy":[{"fieldName":"number","ascending":false}]}"#
      let first = try await emulator.answer("records/query", "{\(query),\"resultsLimit\":2}")
      #expect(try Self.names(first) == ["e", "d"])
      let zone = #""zoneID":{"zoneName":"_defaultZone","ownerRecordName":"_defaultOwner","zoneType":"DEFAULT_ZONE"}"#
      #expect(first.text.contains(#""deleted":false,\#(zone)}"#))
      let marker = try #require(first.text.firstMatch(of: /"continuationMarker":"([^"]+)"/)).output.1
      for second in ["{\(query),", "{"] {
        let page = #"\#(second)"continuationMarker":"\#(marker)","resultsLimit":2}"#
        let answer = try await emulator.answer("records/query", page)
        #expect(try Self.names(answer) == ["c", "b"], "\(answer.text)")
        let last = try #require(answer.text.firstMatch(of: /"continuationMarker":"([^"]+)"/)).output.1
        let end = try await emulator.answer("records/query", #"\#(second)"continuationMarker":"\#(last)"}"#)
        #expect(try Self.names(end) == ["a"])
        #expect(!end.text.contains("continuationMarker"))
      }
    }
  }

  @Test("with an index lag a query sees changes late, and a lookup at once")
  func lag() async throws {
    try await ServedEmulator.serve(.with { $0.indexLag = .seconds(3) }) { emulator in
      _ = try await emulator.create("a", #""text":{"value":"old"}"#)
      let all = Self.query("")
      let old = Self.filter(#""comparator":"EQUALS","fieldName":"text","fieldValue":{"value":"old"}"#)
      #expect(try await Self.names(emulator.answer("records/query", all)) == [])
      #expect(try await emulator.text("records/lookup", #"{"records":[{"recordName":"a"}]}"#).contains("old"))
      emulator.clock.advance(seconds: 3)
      #expect(try await Self.names(emulator.answer("records/query", all)) == ["a"])

      _ = try await emulator.answer(
        "records/modify",
        #"{"operations":[{"operationType":"update","record":{"recordName":"a","recordChangeTag":"1","fields":{"text":{"value":"new"}}}}]}"#
      )
      let found = try await emulator.answer("records/query", old)
      #expect(try Self.names(found) == ["a"])
      #expect(found.text.contains(#""text":{"value":"new""#))
      emulator.clock.advance(seconds: 3)
      #expect(try await Self.names(emulator.answer("records/query", old)) == [])

      _ = try await emulator.answer(
        "records/modify", #"{"operations":[{"operationType":"forceDelete","record":{"recordName":"a"}}]}"#)
      #expect(try await Self.names(emulator.answer("records/query", all)) == [])
    }
  }

  @Test("once the lag is over a query finds what it would find without it")
  func lagIsOver() async throws {
    try await ServedEmulator.serve(.with { $0.indexLag = .seconds(3) }) { emulator in
      _ = try await emulator.create("parent")
      _ = try await emulator.create("old", #""target":{"value":{"recordName":"parent","action":"DELETE_SELF"}}"#)
      let user = try #require(
        try JSONValue(strict: try await emulator.answer("users/current", "{}").body).object?["userRecordName"]?
          .string)
      // What refers to a record that was deleted before stays.
      _ = try await emulator.answer(
        "records/modify",
        #"{"operations":[{"operationType":"forceDelete","record":{"recordName":"parent"}},{"operationType":"create","record":{"recordType":"Thing","recordName":"new","fields":{"target":{"value":{"recordName":"parent","action":"DELETE_SELF"}}}}}]}"#
      )
      let changed = emulator.clock.now.milliseconds
      emulator.clock.advance(seconds: 30)
      for filter in [
        #""comparator":"EQUALS","systemFieldName":"createdUserRecordName","fieldValue":{"value":{"recordName":"\#(user)"}}"#,
        #""comparator":"EQUALS","systemFieldName":"modifiedTimestamp","fieldValue":{"value":\#(changed),"type":"TIMESTAMP"}"#,
      ] {
        let found = try await emulator.answer("records/query", Self.filter(filter))
        #expect(try Self.names(found) == ["new"], "\(found.text)")
      }
    }
  }
}
