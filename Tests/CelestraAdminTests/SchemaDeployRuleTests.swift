import Foundation
import Testing

@Suite("celestra-admin schema deploy and the rule catalog")
struct SchemaDeployRuleTests {
  private struct Catalogue: Decodable {
    struct Item: Decodable {
      let id, bad: String
      let scope: String?
    }

    let items: [Item]
  }

  /// The rules about changes that only add.
  private static let additive: Set = ["field-added", "grant-widened", "record-type-added", "type-without-grants"]

  @Test("of every kind of change, only the additive ones may be deployed; the others name their rule and a way round")
  func rules() throws {
    let listed = try Session().run("schema", "rules", "--format", "json")
    let rules = try JSONDecoder().decode(Catalogue.self, from: Data(listed.out.utf8)).items
      .filter { $0.scope == "deployment" }
    #expect(rules.count == 14)
    for rule in rules {
      let separator = try #require(rule.bad.range(of: "--- new ---\n"))
      let file = String(rule.bad[separator.upperBound...])
      let live = try LiveSession(
        .cktool, development: file, production: String(rule.bad[..<separator.lowerBound]))
      try live.session.write(file, to: "a.ckdb")
      let run = try live.session.run("schema", "deploy", "a.ckdb", "--stage-only")
      #expect(run.status == (Self.additive.contains(rule.id) ? 0 : 1), "\(rule.id): \(run)")
      if !Self.additive.contains(rule.id) {
        #expect(run.out.contains("\nnot deployed:\n"))
        #expect(run.out.contains("\n  \(rule.id): "), "\(rule.id): \(run.out)")
      }
      #expect(try live.writes() == [])
    }
  }
}
