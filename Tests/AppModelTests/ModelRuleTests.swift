import AppModel
import CloudKitSchema
import Diagnostics
import SwiftSources
import Testing

@Suite("Rules of models and of parity")
struct ModelRuleTests {
  @Test("rules are sorted by unique ids and document the mistake, the reason, and the remedy")
  func documentation() {
    for rules in [Rule.ofModels, Rule.ofParity] {
      let ids = rules.map(\.id)
      #expect(ids == Set(ids).sorted())
      for rule in rules {
        #expect(!rule.summary.isEmpty && !rule.summary.hasSuffix("."), "\(rule.id)")
        #expect(rule.why.hasSuffix(".") && rule.remedy.hasSuffix("."), "\(rule.id)")
        #expect(rule.evidence != .assumed || rule.severity != .error, "\(rule.id)")
      }
    }
  }

  @Test(
    "the bad example of a model violates only its rule, and the good example violates none",
    arguments: Rule.ofModels.map(\.id))
  func models(id: String) throws {
    let rule = try #require(Rule.ofModels.named(id))
    #expect(Set(try Self.findings(rule.bad)) == [id])
    #expect(try Self.findings(rule.good).isEmpty)
  }

  private static func findings(_ example: String) throws -> [String] {
    var reading = ModelReading()
    if example.hasPrefix("<") {
      let texts = example.split(separator: "\n--- new ---\n").map(String.init)
      let contents = texts.enumerated().map {
        SourceText(name: "App \($0.offset + 1).xcdatamodel/contents", text: $0.element)
      }
      let current = "<plist><key>_XCCurrentVersionName</key><string>App \(texts.count).xcdatamodel</string></plist>"
      let bundle = ModelBundle(
        name: "App.xcdatamodeld", contents: contents, currentVersion: SourceText(name: "current", text: current))
      try reading.add([bundle], ModelChoice())
    } else {
      reading.add(ModelExamples.sources(example), ModelChoice())
    }
    return reading.diagnostics.map(\.rule)
  }

  @Test(
    "the bad example of parity violates only its rule, and the good example violates none",
    arguments: Rule.ofParity.map(\.id))
  func parity(id: String) throws {
    let rule = try #require(Rule.ofParity.named(id))
    for (example, expected) in [(rule.bad, [id]), (rule.good, [])] {
      let texts = example.split(separator: "\n--- schema ---\n").map(String.init)
      let model = try #require(ModelExamples.version(texts[0]).model)
      let schema = SchemaFile(SourceText(name: "production.ckdb", text: texts[1]))
      #expect(schema.syntaxDiagnostics.isEmpty)
      var options = Parity.Options()
      options.publicDatabase = id == "missing-public-index"
      let found = Parity(of: WrittenSchema(model), in: schema, options: options).findings
      #expect(Set(found.map(\.rule)) == Set(expected), "\(found.map(\.message))")
    }
  }
}
