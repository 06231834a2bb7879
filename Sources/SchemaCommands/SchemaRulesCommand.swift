import CommandLineTool
import Diagnostics

/// The rules of schema files, deployments, queries, and configurations.
enum SchemaRules: ListedRules {
  static let command = "rules"
  static let example = "authenticated-write"
  static let all = RuleCatalog.all
}
