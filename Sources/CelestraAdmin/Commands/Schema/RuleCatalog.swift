import ConfigurationFile
import Diagnostics
import JSON
import SchemaReview

/// The catalog of all rules that schema commands report.
enum RuleCatalog {
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
      + entries([DeploymentStep.documentation], "deployment", isConfigurable: false)
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
