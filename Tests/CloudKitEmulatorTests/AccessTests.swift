import CloudKitEmulator
import Foundation
import Testing

@Suite("What a key may do on an emulator")
struct AccessTests {
  private static func lookup(_ name: String) -> String { #"{"records":[{"recordName":"\#(name)"}]}"# }

  private static func modify(_ kind: String, _ record: String) -> String {
    #"{"operations":[{"operationType":"\#(kind)","record":{\#(record)}}]}"#
  }

  @Test("who did not create a record may not change it, but who has a role may")
  func creators() async throws {
    try await ServedEmulator.serve { emulator in
      _ = try await emulator.create("a", as: emulator.admin)
      let change = Self.modify("forceUpdate", #""recordType":"Thing","recordName":"a","fields":{"text":{"value":"x"}}"#)
      let denied =
        #"{"records":[{"recordName":"a","reason":"WRITE operation not permitted","serverErrorCode":"ACCESS_DENIED"}]}"#
      #expect(try await emulator.text("records/modify", change) == denied)
      #expect(try await emulator.text("records/modify", Self.modify("forceDelete", #""recordName":"a""#)) == denied)
      #expect(try await emulator.text("records/modify", change, as: emulator.admin).contains(#""value":"x""#))
      _ = try await emulator.create("b")
      let own = Self.modify("forceUpdate", #""recordType":"Thing","recordName":"b","fields":{"text":{"value":"y"}}"#)
      #expect(try await emulator.text("records/modify", own).contains(#""value":"y""#))
    }
  }

  @Test(
    "a record is deleted by who may, whatever type the request gives it",
    arguments: [#""forceDelete""#, #""delete""#], [#""recordType":"Unlisted","#, #""recordType":"Nothing","#, ""])
  func deletions(kind: String, type: String) async throws {
    try await ServedEmulator.serve { emulator in
      let made = Self.modify("create", #""recordType":"Closed","recordName":"c""#)
      #expect(try await emulator.text("records/modify", made, as: emulator.admin).contains(#""deleted":false"#))
      let body =
        #"{"operations":[{"operationType":\#(kind),"record":{\#(type)"recordName":"c","recordChangeTag":"1"}}]}"#
      #expect(
        try await emulator.text("records/modify", body)
          == #"{"records":[{"recordName":"c","reason":"WRITE operation not permitted","serverErrorCode":"ACCESS_DENIED"}]}"#
      )
      let deleted = try await emulator.text("records/modify", body, as: emulator.admin)
      #expect(deleted == #"{"records":[{"recordName":"c","deleted":true}]}"#)
    }
  }

  @Test("a forced operation on an absent record needs CREATE and WRITE", arguments: ["forceUpdate", "forceReplace"])
  func forced(kind: String) async throws {
    try await ServedEmulator.serve { emulator in
      let own = Self.modify(kind, #""recordType":"Own","recordName":"a""#)
      let denied = try await emulator.text("records/modify", own)
      #expect(denied.contains("WRITE operation not permitted"))
      let create = Self.modify("create", #""recordType":"Own","recordName":"a""#)
      let created = try await emulator.text("records/modify", create)
      #expect(created.contains(#""deleted":false"#))
    }
  }

  @Test("what a key may not read is denied in lookups and queries, and what only creators may read is theirs")
  func reading() async throws {
    try await ServedEmulator.serve { emulator in
      let closed = Self.modify("create", #""recordType":"Closed","recordName":"c""#)
      #expect(try await emulator.text("records/modify", closed, as: emulator.admin).contains(#""deleted":false"#))
      #expect(
        try await emulator.text("records/lookup", Self.lookup("c"))
          == #"{"records":[{"recordName":"c","reason":"READ operation not permitted","serverErrorCode":"ACCESS_DENIED"}]}"#
      )
      let query = try await emulator.answer(
        "records/query",
        #"{"query":{"recordType":"Closed","filterBy":[{"comparator":"EQUALS","fieldName":"text","fieldValue":{"value":"x"}}]}}"#
      )
      #expect(query.status == 403)
      #expect(query.text == #"{"serverErrorCode":"ACCESS_DENIED","reason":"READ operation not permitted"}"#)

      for (name, key) in [("mine", emulator.key), ("theirs", emulator.admin)] {
        _ = try await emulator.text(
          "records/modify", Self.modify("create", #""recordType":"Own","recordName":"\#(name)""#), as: key)
      }
      let own = try await emulator.text("records/query", #"{"query":{"recordType":"Own"}}"#)
      #expect(own.contains("mine") && !own.contains("theirs"))
    }
  }

  @Test("a key is a user of its own, in every container another")
  func users() async throws {
    try await ServedEmulator.serve { emulator in
      let mine = try await emulator.text("users/current", "{}")
      #expect(mine.wholeMatch(of: /\{"userRecordName":"_[0-9a-f]{32}"\}/) != nil)
      #expect(try await emulator.text("users/caller", "{}") == mine)
      #expect(try await emulator.text("users/current", "{}", as: emulator.admin) != mine)
      let other = "/database/1/iCloud.other/development/public/"
      #expect(try await emulator.answer("users/current", "{}", at: other).text != mine)
    }
  }

  @Test("containers and environments are apart")
  func apart() async throws {
    try await ServedEmulator.serve { emulator in
      _ = try await emulator.create("a")
      for database in ["iCloud.test/production", "iCloud.other/development"] {
        let answer = try await emulator.answer(
          "records/lookup", Self.lookup("a"), at: "/database/1/\(database)/public/")
        #expect(answer.text.contains("NOT_FOUND"))
      }
    }
  }

  private static let refusals: [(operation: String, scope: String, method: String, status: Int, code: String)] = [
    ("records/query", "private", "POST", 421, "AUTHENTICATION_REQUIRED"),
    ("records/query", "shared", "POST", 421, "AUTHENTICATION_REQUIRED"),
    ("records/query", "other", "POST", 400, "BAD_REQUEST"),
    ("users/discover", "public", "GET", 401, "AUTHENTICATION_FAILED"),
    ("users/lookup/email", "public", "POST", 421, "AUTHENTICATION_REQUIRED"),
    ("users/lookup/id", "public", "POST", 421, "AUTHENTICATION_REQUIRED"),
    ("users/lookup/contacts", "public", "POST", 421, "AUTHENTICATION_REQUIRED"),
    ("records/accept", "public", "POST", 421, "AUTHENTICATION_REQUIRED"),
    ("records/changes", "public", "POST", 400, "BAD_REQUEST"),
    ("changes/database", "public", "POST", 400, "BAD_REQUEST"),
    ("changes/zone", "public", "POST", 400, "BAD_REQUEST"),
    ("zones/modify", "public", "POST", 400, "BAD_REQUEST"),
    ("zones/changes", "public", "POST", 400, "BAD_REQUEST"),
    ("subscriptions/list", "public", "GET", 400, "BAD_REQUEST"),
    ("tokens/create", "public", "POST", 404, "NOT_FOUND"),
    ("records/invent", "public", "POST", 404, "NOT_FOUND"),
    ("records/query", "public", "GET", 405, "BAD_REQUEST"),
    ("records/query", "public", "PUT", 405, "BAD_REQUEST"),
  ]

  @Test("other scopes and operations are refused by name", arguments: refusals)
  func refused(operation: String, scope: String, method: String, status: Int, code: String) async throws {
    try await ServedEmulator.serve { emulator in
      let answer = try await emulator.answer(
        operation, "{}", at: "/database/1/iCloud.test/development/\(scope)/", .init(method: method))
      #expect(answer.status == status)
      #expect(answer.text.contains(#""serverErrorCode":"\#(code)""#))
    }
  }

  @Test("the default zone is the only one, as zones/list has been recorded to answer")
  func zones() async throws {
    try await ServedEmulator.serve { emulator in
      let zone = #"{"zoneID":{"zoneName":"_defaultZone","ownerRecordName":"_defaultOwner","zoneType":"DEFAULT_ZONE"}}"#
      let list = #"{"moreComing":false,"syncToken":"AQAAAAAAAAAA","zones":[\#(zone)]}"#
      #expect(try await emulator.text("zones/list", "{}") == list)
      #expect(try await emulator.answer("zones/list", "", .init(method: "GET")).text == list)
      let some = try await emulator.text(
        "zones/lookup", #"{"zones":[{"zoneName":"_defaultZone"},{"zoneName":"Other"}]}"#)
      #expect(some.contains(zone))
      #expect(some.contains(#""zoneName":"Other"}"#) && some.contains("ZONE_NOT_FOUND"))
    }
  }
}
