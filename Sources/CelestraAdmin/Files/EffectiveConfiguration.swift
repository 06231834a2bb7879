import ConfigurationFile
import Diagnostics
import Foundation
import SchemaReview

/// What a run goes by: the configuration file's settings, defaults where it has none; flags go before both.
struct EffectiveConfiguration {
  /// The container that is worked on unless somebody says otherwise.
  static let container = "celestra.sqlite"
  /// The schema file that is used unless somebody says otherwise.
  static let schema = "schema/celestra.ckdb"
  /// The manifest of queries that is used unless somebody says otherwise.
  static let queries = "schema/queries.json"
  /// What a configuration file is called, so that it is found.
  static let fileName = ".celestra-admin.yaml"

  /// Where a setting comes from.
  enum Origin: String {
    case `default`, configuration, flag
  }

  /// A setting and where it comes from.
  struct Setting {
    let value: String
    let source: Origin

    /// A setting.
    init(_ value: String, from source: Origin) {
      self.value = value
      self.source = source
    }

    /// The setting of a file, else the default.
    init(_ value: String?, default standard: String) {
      self = value.map { Setting($0, from: .configuration) } ?? Setting(standard, from: .default)
    }
  }

  /// The configuration file; `nil` where there is none.
  let file: String?
  /// What is wrong in it.
  let findings: Findings
  let container, schema, queries: Setting
  /// The file of accepted findings; `nil` where none is named.
  let accepted: Setting?
  private let configuration: Configuration

  /// Reads a configuration file.
  /// - Parameter file: its path; without one it is searched for.
  init(file: String?) throws {
    let file = file ?? Self.search()
    var findings = Findings()
    var configuration = Configuration()
    if let file {
      let source = try InputFile.read(file)
      let (read, diagnostics) = Configuration.read(source, vocabulary: RuleCatalogue.vocabulary)
      configuration = read
      findings.add(diagnostics, in: source)
    }
    // A path is meant from the file that names it.
    let folder = file?.lastIndex(of: "/").flatMap { slash in file?[...slash] }.map(String.init) ?? ""
    func path(_ key: Configuration.Key) -> String? {
      configuration.paths[key].map { $0.hasPrefix("/") || $0.hasPrefix("iCloud.") ? $0 : folder + $0 }
    }
    self.file = file
    self.findings = findings
    self.configuration = configuration
    container = Setting(path(.container), default: Self.container)
    schema = Setting(path(.schema), default: Self.schema)
    queries = Setting(path(.queries), default: Self.queries)
    accepted = path(.accepted).map { Setting($0, from: .configuration) }
  }

  /// What a deployment must not break.
  var policy: DeploymentPolicy { configuration.policy.flatMap(DeploymentPolicy.init) ?? .deploy }

  /// Whether access that widens is a finding.
  var security: Bool { configuration.security ?? false }

  /// How much findings of rules matter in place of what the rules say; within, `nil` where a rule is off.
  var severities: [String: Diagnostic.Severity?] { configuration.rules.compactMapValues(\.severity) }

  /// The options of rules that are set, by the rules' ids.
  var ruleSettings: [String: SchemaRule.Settings] { configuration.rules.mapValues(\.options) }

  /// Findings of rules that no selection knows, as loud as they are to be.
  func applied(to diagnostics: [Diagnostic]) -> [Diagnostic] {
    let severities = severities
    return diagnostics.compactMap { diagnostic in
      guard let severity = severities[diagnostic.rule] ?? diagnostic.severity else { return nil }
      var diagnostic = diagnostic
      diagnostic.severity = severity
      return diagnostic
    }
  }

  /// Every setting with its key, rules and their options last.
  var settings: [(key: String, setting: Setting)] {
    let known = [
      ("accepted", accepted ?? Setting("none", from: .default)), ("container", container),
      ("policy", Setting(configuration.policy, default: policy.rawValue)), ("queries", queries), ("schema", schema),
      ("security", Setting(configuration.security.map { "\($0)" }, default: "false")),
    ]
    return known
      + RuleCatalogue.all.filter(\.isConfigurable).flatMap { rule -> [(String, Setting)] in
        let settled = configuration.rules[rule.id]
        let severity = settled?.severity.map { $0?.rawValue ?? "off" }
        let own = ("rules.\(rule.id)", Setting(severity, default: rule.severity?.rawValue ?? "off"))
        return [own]
          + rule.documentation.options.map { option in
            let value = settled?.options[option.key].map { "\($0)" }
            return ("rules.\(rule.id).\(option.key)", Setting(value, default: "\(option.standard)"))
          }
      }
  }

  /// The configuration file of the current folder or the nearest above it, as far as the repository goes.
  private static func search() -> String? {
    let files = FileManager.default
    if files.fileExists(atPath: fileName) { return fileName }
    var folder = URL(fileURLWithPath: files.currentDirectoryPath)
    while folder.path != "/", !files.fileExists(atPath: folder.appendingPathComponent(".git").path) {
      folder = folder.deletingLastPathComponent()
      let candidate = folder.appendingPathComponent(fileName).path
      if files.fileExists(atPath: candidate) { return candidate }
    }
    return nil
  }
}
