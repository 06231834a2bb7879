import CloudKitEmulator
import Foundation
import Testing

@Suite("A schema that grows as records are written")
struct GrowthTests {
  private static let growing = EmulatorConfiguration.with { $0.growsDevelopmentSchema = true }

  private static func operation(_ kind: String, _ record: String) -> String {
    #"{"operationType":"\#(kind)","record":{\#(record)}}"#
  }

  private static func modify(_ operations: [String]) -> String {
    #"{"operations":[\#(operations.joined(separator: ","))]}"#
  }

  private static func modify(_ kind: String, _ record: String) -> String { modify([operation(kind, record)]) }

  @Test("development grows its schema where it is asked to, and production never does")
  func growth() async throws {
    try await ServedEmulator.serve(.with { $0.growsDevelopmentSchema = true }) { emulator in
      let body = Self.modify(
        "create", #""recordType":"New","recordName":"n","fields":{"word":{"value":"x"},"count":{"value":1}}"#)
      let made = try await emulator.text("records/modify", body)
      #expect(made.contains(#""word":{"value":"x","type":"STRING"},"count":{"value":1,"type":"INT64"}"#), "\(made)")
      let query =
        #"{"query":{"recordType":"New","filterBy":[{"comparator":"EQUALS","fieldName":"count","fieldValue":{"value":1}}]}}"#
      #expect(try await emulator.text("records/query", query).contains(#""recordName":"n""#))
      let more = Self.modify(
        "forceUpdate", #""recordType":"Thing","recordName":"t","fields":{"extra":{"value":[1.5],"type":"DOUBLE_LIST"}}"#
      )
      #expect(try await emulator.text("records/modify", more, as: emulator.admin).contains(#""extra":{"value":[1.5]"#))
      let production = try await emulator.answer(
        "records/modify", body, at: "/database/1/iCloud.test/production/public/")
      #expect(production.text.contains("did not find record type: New"))
    }
  }

  private static let refused: [(record: String, kind: String, code: String)] = [
    (#""recordType":"Closed","recordName":"x","fields":{"more":{"value":1}}"#, "create", "ACCESS_DENIED"),
    (
      #""recordType":"Thing","recordName":"x","recordChangeTag":"1","fields":{"more":{"value":1}}"#, "update",
      "NOT_FOUND"
    ),
    (
      #""recordType":"Thing","recordName":"a","recordChangeTag":"99","fields":{"more":{"value":1}}"#, "update",
      "CONFLICT"
    ),
    (#""recordType":"Thing","recordName":"a","fields":{"more":{"value":1}}"#, "create", "CONFLICT"),
    (
      #""recordType":"Thing","recordName":"x","fields":{"more":{"value":1},"number":{"value":"no"}}"#, "create",
      "BAD_REQUEST"
    ),
  ]

  @Test("an operation that is refused leaves the schema as it was", arguments: refused)
  func refusals(record: String, kind: String, code: String) async throws {
    try await ServedEmulator.serve(Self.growing) { emulator in
      _ = try await emulator.create("a")
      let answer = try await emulator.text("records/modify", Self.modify(kind, record))
      #expect(answer.contains(#""serverErrorCode":"\#(code)""#), "\(answer)")
      let type = record.contains("Closed") ? "Closed" : "Thing"
      let filter = #"{"comparator":"EQUALS","fieldName":"more","fieldValue":{"value":1}}"#
      let query = #"{"query":{"recordType":"\#(type)","filterBy":[\#(filter)]}}"#
      #expect(try await emulator.answer("records/query", query, as: emulator.admin).status == 400)
    }
  }

  /// A record of a field more than SQLite has columns.
  private static let wide = (0..<2000).map { #""f\#($0)":{"value":1}"# }.joined(separator: ",")

  @Test("a name that cannot be stored is one record's failure, and the others grow the schema")
  func unstorable() async throws {
    for record in [
      #""recordType":"Thing","recordName":"x","fields":{"Text":{"value":"x"}}"#,
      #""recordType":"thing","recordName":"x""#, #""recordType":"sqlite_x","recordName":"x""#,
      #""recordType":"Thing","recordName":"x","fields":{\#(Self.wide)}"#,
    ] {
      try await ServedEmulator.serve(Self.growing) { emulator in
        let good = Self.operation("create", #""recordType":"New","recordName":"n","fields":{"word":{"value":"w"}}"#)
        let body = Self.modify([good, Self.operation("create", record)])
        let answer = try await emulator.answer("records/modify", body)
        #expect(answer.status == 200 && answer.text.contains(#""word":{"value":"w","type":"STRING"}"#))
        let refused = answer.text.contains(/{"recordName":"x",.*"serverErrorCode":"(BAD_REQUEST|NOT_FOUND)"/)
        #expect(refused, "\(record.prefix(100))")
      }
    }
  }

  @Test("an empty list that says its type makes a field, and so does an update that does not say its record's type")
  func untold() async throws {
    try await ServedEmulator.serve(Self.growing) { emulator in
      let list = try await emulator.create("a", #""words":{"value":[],"type":"STRING_LIST"}"#)
      #expect(list.text.contains(#""words":{"value":[],"type":"STRING_LIST"}"#), "\(list.text)")
      let untyped = try await emulator.create("b", #""more":{"value":[]}"#)
      let reason = "cannot use an empty list to initialize a new field (field 'more' in record type 'Thing')"
      #expect(untyped.text.contains(#""reason":"\#(reason)","serverErrorCode":"BAD_REQUEST""#), "\(untyped.text)")
      let update = Self.modify("update", #""recordName":"a","recordChangeTag":"1","fields":{"extra":{"value":"e"}}"#)
      #expect(try await emulator.text("records/modify", update).contains(#""extra":{"value":"e","type":"STRING"}"#))
    }
  }

  @Test("a tagged deletion finds its record also if the user may do everything")
  func deletion() async throws {
    let schema = "DEFINE SCHEMA RECORD TYPE Open ( text STRING, GRANT READ, CREATE, WRITE TO \"_icloud\" );"
    try await ServedEmulator.serve(Self.growing, schema: schema) { emulator in
      let creation = Self.modify("create", #""recordType":"Open","recordName":"a""#)
      let made = try await emulator.text("records/modify", creation)
      let tag = try #require(made.firstMatch(of: /"recordChangeTag":"([^"]+)"/)).output.1
      for (name, tag, answer) in [
        ("a", "0", #""serverErrorCode":"CONFLICT""#), ("a", "\(tag)", #""deleted":true"#),
        ("a", "\(tag)", #""serverErrorCode":"NOT_FOUND""#),
      ] {
        let body = Self.modify("delete", #""recordName":"\#(name)","recordChangeTag":"\#(tag)""#)
        let text = try await emulator.text("records/modify", body)
        #expect(text.contains(answer), "\(text)")
      }
    }
  }

  @Test("databases of one file are one: what one grows the other has, and no name is twice")
  func shared() async throws {
    try await ServedEmulator.serve(Self.growing, sharing: true) { emulator in
      let body = Self.modify("create", #""recordType":"Fresh","recordName":"dup","fields":{"word":{"value":"x"}}"#)
      #expect(try await emulator.text("records/modify", body).contains(#""deleted":false"#))
      for database in ["iCloud.test/production", "iCloud.other/development"] {
        let path = "/database/1/\(database)/public/"
        let found = try await emulator.answer("records/lookup", #"{"records":[{"recordName":"dup"}]}"#, at: path)
        #expect(found.text.contains(#""word":{"value":"x""#))
        let again = Self.modify("create", #""recordType":"Thing","recordName":"dup""#)
        #expect(try await emulator.answer("records/modify", again, at: path).text.contains("CONFLICT"))
        let more = Self.modify("create", #""recordType":"Thing","recordName":"m","fields":{"more":{"value":1}}"#)
        let answer = try await emulator.answer("records/modify", more, at: path).text
        #expect(answer.contains("no such field") == (database == "iCloud.test/production"), "\(answer)")
      }
    }
  }
}
