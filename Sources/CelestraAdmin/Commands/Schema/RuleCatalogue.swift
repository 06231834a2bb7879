import ConfigurationFile
import Diagnostics
import JSON
import SchemaReview

/// Every rule whose id a schema command can print.
enum RuleCatalogue {
  /// One rule of it.
  struct Entry {
    let documentation: RuleDocumentation
    /// What kind of file or comparison it is about.
    let scope: String
    let isOptIn: Bool
    /// Whether a project may set how much it matters.
    let isConfigurable: Bool

    /// Its id.
    var id: String { documentation.id }
    /// How much it matters by default; `nil` where it speaks only when asked to.
    var severity: Diagnostic.Severity? { isOptIn ? nil : documentation.severity }
  }

  /// The rules, by id.
  static let all: [Entry] = {
    let ofSchema = SchemaRule.all.map {
      Entry(
        documentation: $0.documentation, scope: $0.scope.rawValue, isOptIn: $0.isOptIn,
        isConfigurable: $0.isConfigurable)
    }
    func entries(_ rules: [RuleDocumentation], _ scope: String, isConfigurable: Bool) -> [Entry] {
      rules.map { Entry(documentation: $0, scope: scope, isOptIn: false, isConfigurable: isConfigurable) }
    }
    let others =
      entries(DeploymentRule.all.map(\.documentation), "deployment", isConfigurable: true)
      + entries(QueryRule.all.map(\.documentation), "queries", isConfigurable: true)
      + entries(JSONRules.all, "json", isConfigurable: false)
      + entries(ConfigurationRules.all, "configuration", isConfigurable: false)
    return (ofSchema + others).sorted { $0.id < $1.id }
  }()

  /// The words a configuration file may use.
  static var vocabulary: Vocabulary {
    Vocabulary(
      policies: DeploymentPolicy.allCases.map(\.rawValue), rules: all.filter(\.isConfigurable).map(\.documentation),
      fixed: Set(all.lazy.filter { !$0.isConfigurable }.map(\.id)))
  }

  /// What is said of a word that is no rule's id.
  static func message(_ word: String) -> String {
    RulesReport.unknownRule(word, among: all.map(\.id), list: "schema rules")
  }
}
