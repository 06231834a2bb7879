import CommandLineTool
import Curation
import Diagnostics

/// The rules of catalogs and of schemas.
enum AllRules: ListedRules {
  static let command = "rules"
  static let example = "duplicate-feed"
  static let all = Rule.ofAudits + RuleCatalog.all
}
