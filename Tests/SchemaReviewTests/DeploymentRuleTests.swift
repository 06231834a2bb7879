import CloudKitSchema
import Diagnostics
import Foundation
import SchemaReview
import Testing

@Suite("Deployment rules")
struct DeploymentRuleTests {
  private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/Rules")

  /// Other rules that report the same example.
  private static let companions: [String: Set<String>] = [
    "probable-rename": ["field-added", "field-removed"],
    "role-removed": ["grant-removed"],
    "type-without-grants": ["record-type-added"],
  ]

  private static func document(_ name: String, _ text: some StringProtocol) -> SchemaDocument {
    SchemaDocument(SourceText(name: name, text: String(text)))
  }

  private static func findings(_ example: String, _ rule: Rule) throws -> (DeploymentPlan, [SourceText]) {
    let separator = try #require(example.range(of: "--- new ---\n"))
    let old = document("old.ckdb", example[..<separator.lowerBound])
    let new = document("new.ckdb", example[separator.upperBound...])
    #expect(!old.hasErrors && !new.hasErrors)
    return (
      DeploymentPlan(from: old, to: new, policy: .source, security: rule.id == "grant-widened"),
      [old.file.source, new.file.source]
    )
  }

  @Test("rules are sorted by id, and each has a fixture with the findings of its bad example")
  func catalog() throws {
    let ids = Rule.ofDeployments.map(\.id)
    #expect(ids == ids.sorted() && Set(ids).count == ids.count)
    for id in ids {
      #expect(FileManager.default.fileExists(atPath: Self.fixtures.appending(path: "\(id).txt").path), "\(id)")
    }
    for rule in Rule.ofDeployments where rule.evidence == .assumed {
      #expect(rule.severity < .error)
    }
  }

  @Test("a rule reports its bad example with the expected text, and not its good example")
  func examples() throws {
    for rule in Rule.ofDeployments {
      let id = rule.id
      let file = Self.fixtures.appending(path: "\(id).txt")
      let (plan, sources) = try Self.findings(rule.bad, rule)
      #expect(Set(plan.findings.map(\.rule)) == Self.companions[id, default: []].union([id]))
      let frames = sources.map { CodeFrame($0) }
      let rendered = plan.findings.filter { $0.rule == id }.map { finding in
        let own = zip(sources, frames).filter { $0.0.name == finding.file }.map { $0.1.render(finding) + "\n" }
        return own.joined() + frames.compactMap { $0.renderRelated(of: finding).map { $0 + "\n" } }.joined()
      }.joined()
      if ProcessInfo.processInfo.environment["CELESTRA_RECORD"] != nil {
        try Data(rendered.utf8).write(to: file)
      }
      #expect(rendered == (try? String(contentsOf: file, encoding: .utf8)))
      #expect(!(try Self.findings(rule.good, rule)).0.findings.contains { $0.rule == id })
    }
  }

  @Test("each policy includes the rules of weaker policies, and access is checked separately")
  func policies() {
    let empty = SchemaDocument(SourceText(name: "s.ckdb", text: "DEFINE SCHEMA"))
    func rules(_ policy: DeploymentPolicy, security: Bool = false) -> Set<String> {
      DeploymentPlan(from: empty, to: empty, policy: policy, security: security).checkedRules
    }
    #expect(
      rules(.deploy) == [
        "encryption-toggled", "field-removed", "field-type-changed", "preferred-number-changed", "probable-rename",
        "record-type-removed",
      ])
    #expect(
      rules(.client).subtracting(rules(.deploy)) == [
        "grant-removed", "index-removed", "role-removed", "system-index-dropped", "type-without-grants",
      ])
    #expect(rules(.source).subtracting(rules(.client)) == ["field-added", "record-type-added"])
    #expect(rules(.source, security: true).subtracting(rules(.source)) == ["grant-widened"])
  }
}
