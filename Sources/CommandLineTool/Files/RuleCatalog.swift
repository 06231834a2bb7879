import AppModel
package import ConfigurationFile
package import Diagnostics
import JSON
import SchemaReview

/// The rules of all that schema commands report.
package enum RuleCatalog {
  /// Sorted by id.
  package static let all: [Rule] =
    (Rule.ofSchemas + Rule.ofDeployments + [.deploymentStep] + Rule.ofQueries + Rule.ofDrift + Rule.ofModels
    + Rule.ofParity + JSONRules.all
    + ConfigurationRules.all).sorted { $0.id < $1.id }

  /// The words that a configuration file can use.
  package static var vocabulary: Vocabulary {
    Vocabulary(
      policies: DeploymentPolicy.allCases.map(\.rawValue), databases: Database.allCases.map(\.rawValue), rules: all)
  }
}
