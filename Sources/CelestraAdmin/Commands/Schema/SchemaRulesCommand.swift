import ArgumentParser
import ConfigurationFile
import Diagnostics
import JSON
import SchemaReview

struct SchemaRulesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules", abstract: "List all rules with their severities; 'schema explain' explains a rule.")

  @OptionGroup var output: OutputOptions<TextAndJSON>

  func run() async throws {
    try output.write(RulesReport("schema rules", all: RuleCatalogue.all.map(RulesReport.Item.init)))
  }
}

struct SchemaExplainCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Explain a rule, with a bad and a good example.")

  @Argument(help: "Rule id, such as authenticated-write.")
  var id: String

  @OptionGroup var output: OutputOptions<TextAndJSON>

  func run() async throws {
    let rules = RuleCatalogue.all.map(RulesReport.Item.init)
    try output.write(RulesReport("schema explain", explaining: id, among: rules, list: "schema rules"))
  }
}

extension RulesReport.Item {
  init(_ entry: RuleCatalogue.Entry) {
    self.init(entry.documentation)
    scope = entry.scope
    evidence = entry.documentation.evidence.rawValue
    isOptIn = entry.isOptIn
    isConfigurable = entry.isConfigurable
    options = entry.documentation.options.map {
      Option(key: $0.key, summary: $0.summary, standard: "\($0.standard)")
    }
  }
}

/// The catalog of all rules that schema commands report.
enum RuleCatalogue {
  struct Entry {
    let documentation: RuleDocumentation
    /// The kind of file or comparison that the rule checks.
    let scope: String
    let isOptIn: Bool
    let isConfigurable: Bool

    var id: String { documentation.id }
    /// The default severity; `nil` for an opt-in rule.
    var severity: Diagnostic.Severity? { isOptIn ? nil : documentation.severity }
  }

  static let all: [Entry] = {
    let ofSchema = SchemaRule.all.map {
      Entry(
        documentation: $0.documentation, scope: $0.scope.rawValue, isOptIn: $0.isOptIn,
        isConfigurable: $0.isConfigurable)
    }
    let ofDeployment = DeploymentRule.all.map {
      Entry(
        documentation: $0.documentation, scope: "deployment", isOptIn: false, isConfigurable: !$0.isEnforced)
    }
    func entries(_ rules: [RuleDocumentation], _ scope: String, isConfigurable: Bool) -> [Entry] {
      rules.map { Entry(documentation: $0, scope: scope, isOptIn: false, isConfigurable: isConfigurable) }
    }
    let others =
      ofDeployment + entries(QueryRule.all.map(\.documentation), "queries", isConfigurable: true)
      + entries(DriftRule.allCases.map(\.documentation), "drift", isConfigurable: false)
      + entries(JSONRules.all, "json", isConfigurable: false)
      + entries(ConfigurationRules.all, "configuration", isConfigurable: false)
    return (ofSchema + others).sorted { $0.id < $1.id }
  }()

  /// The words that a configuration file can use.
  static var vocabulary: Vocabulary {
    Vocabulary(
      policies: DeploymentPolicy.allCases.map(\.rawValue), rules: all.filter(\.isConfigurable).map(\.documentation),
      fixed: Set(all.lazy.filter { !$0.isConfigurable }.map(\.id)))
  }
}
