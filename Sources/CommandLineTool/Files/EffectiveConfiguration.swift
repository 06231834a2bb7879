package import ConfigurationFile
package import Diagnostics
package import SchemaReview
import SystemCalls

/// The settings of a run: the configuration file's settings and the defaults. Options override both.
package struct EffectiveConfiguration {
  package static let container = "celestra.sqlite"
  package static let schema = "schema/celestra.ckdb"
  package static let queries = "schema/queries.json"

  package enum Origin: String {
    case `default`, configuration, environment, flag
  }

  package struct Setting {
    package let value: String
    package let source: Origin

    package init(_ value: String, from source: Origin) {
      self.value = value
      self.source = source
    }

    package init(_ value: String?, default standard: String) {
      self = value.map { Setting($0, from: .configuration) } ?? Setting(standard, from: .default)
    }
  }

  /// The path of the configuration file; `nil` without a configuration file.
  package let file: String?
  package let findings: Findings
  package let container, schema, queries: Setting
  package let accepted: Setting?
  private let configuration: Configuration

  /// - Parameter file: Its path, or `nil` to search for it.
  package init(file: String?) throws {
    let file = try file ?? Self.search()
    var findings = Findings()
    var configuration = Configuration()
    if let file {
      let source = try InputFile.read(file)
      let (read, diagnostics) = Configuration.read(source, vocabulary: RuleCatalog.vocabulary)
      configuration = read
      findings.add(diagnostics, in: source)
    }
    // Paths are relative to the configuration file, those of the defaults, too.
    let folder = file?.lastIndex(of: "/").flatMap { slash in file?[...slash] }.map(String.init) ?? ""
    func path(_ key: Configuration.Key) -> String? {
      configuration.paths[key].map { $0.hasPrefix("/") || $0.hasPrefix("iCloud.") ? $0 : folder + $0 }
    }
    self.file = file
    seeds = folder + CatalogFolders.seed
    self.findings = findings
    self.configuration = configuration
    container = Setting(path(.container), default: folder + Self.container)
    schema = Setting(path(.schema), default: folder + Self.schema)
    queries = Setting(path(.queries), default: folder + Self.queries)
    accepted = path(.accepted).map { Setting($0, from: .configuration) }
  }

  /// - Throws: `CommandFailure` that lists the errors in the file.
  package init(valid file: String?) throws {
    try self.init(file: file)
    guard findings.diagnostics.isEmpty else {
      // The message has no final newline.
      throw CommandFailure("the configuration has errors\n\(findings.text(.plain).dropLast())")
    }
  }

  /// Returns the schema file of a command: the argument, or the schema of the configuration.
  /// - Throws: `CommandFailure` if neither names a file.
  package func schemaFile(_ argument: String?) throws -> String {
    if let argument { return argument }
    if schema.source != .default || Self.exists(schema.value) { return schema.value }
    throw CommandFailure(
      "no schema given: pass FILE, set 'schema:' in \(Program.current.configurationFile), or start with "
        + "'\(Program.current.name) init'")
  }

  /// The address that is sent to server operators; `nil` if it is not set.
  package var contact: String? { configuration.contact }

  package var articles: Configuration.Articles { configuration.articles }

  package var policy: DeploymentPolicy { configuration.policy.flatMap(DeploymentPolicy.init) ?? .deploy }

  /// What wins where seed files and container differ; `nil` if the user has not decided.
  package var truth: Configuration.Truth? { configuration.truth }

  /// The databases that the project declares.
  package var databases: DatabaseSettings {
    let patterns = configuration.databases.patterns.map { (Database(rawValue: $0), $1) }
    return DatabaseSettings(
      standard: configuration.databases.standard.flatMap(Database.init),
      patterns: Dictionary(patterns.compactMap { database, names in database.map { ($0, names) } }) { $0 + $1 })
  }

  /// The folder of seed files, beside the configuration file.
  package let seeds: String

  package var security: Bool { configuration.security ?? false }

  /// Configured severities by rule id; a `nil` severity turns the rule off.
  package var severities: [String: Diagnostic.Severity?] { configuration.rules.compactMapValues(\.severity) }

  var ruleSettings: [String: [String: RuleOption.Value]] { configuration.rules.mapValues(\.options) }

  /// Returns findings with their configured severities, without those of rules that are off.
  package func applied(to diagnostics: [Diagnostic]) -> [Diagnostic] {
    let severities = severities
    return diagnostics.compactMap { diagnostic in
      guard let severity = severities[diagnostic.rule] ?? diagnostic.severity else { return nil }
      var diagnostic = diagnostic
      diagnostic.severity = severity
      return diagnostic
    }
  }

  /// All settings with their keys, followed by rules and their options.
  package var settings: [(key: String, setting: Setting)] {
    let known = [
      ("accepted", accepted ?? Setting("none", from: .default)),
      ("articles.content", Setting(articles.isExcerpt.map { $0 ? "excerpt" : "full" }, default: "full")),
      ("articles.deny", Setting(Self.list(articles.deny), default: "none")),
      ("articles.excerpt", Setting(Self.list(articles.excerpt), default: "none")),
      ("contact", Setting(configuration.contact, default: "none")), ("container", container),
      ("databases.default", Setting(configuration.databases.standard, default: "unknown")),
      ("databases.private", Setting(Self.list(configuration.databases.patterns["private"] ?? []), default: "none")),
      ("databases.public", Setting(Self.list(configuration.databases.patterns["public"] ?? []), default: "none")),
      ("policy", Setting(configuration.policy, default: policy.rawValue)), ("queries", queries), ("schema", schema),
      ("security", Setting(configuration.security.map { "\($0)" }, default: "false")),
      ("truth", Setting(truth?.rawValue, default: "none")),
    ]
    return known
      + RuleCatalog.all.filter(\.isConfigurable).flatMap { rule -> [(String, Setting)] in
        let settled = configuration.rules[rule.id]
        let severity = settled?.severity.map { $0?.rawValue ?? "off" }
        let own = ("rules.\(rule.id)", Setting(severity, default: rule.isOptIn ? "off" : rule.severity.rawValue))
        return [own]
          + rule.options.map { option in
            let value = settled?.options[option.key].map { "\($0)" }
            return ("rules.\(rule.id).\(option.key)", Setting(value, default: "\(option.standard)"))
          }
      }
  }

  private static func list(_ values: [String]) -> String? { values.isEmpty ? nil : values.joined(separator: ", ") }

  /// Returns the configuration file in the current folder or the nearest parent folder within the repository.
  /// - Throws: `CommandFailure` if a file has the extension `.yml`.
  private static func search() throws -> String? {
    for folder in [""] + Checkout.current.folders.dropFirst().map({ $0 + "/" }) {
      if let file = try file(in: folder) { return file }
    }
    return nil
  }

  private static func file(in folder: String) throws -> String? {
    for name in Program.current.configurationFiles {
      let other = folder + name.replacing(".yaml", with: ".yml")
      guard !exists(other) else {
        throw CommandFailure("\(other) is not read: rename it to \(name), or pass it with --config")
      }
    }
    return Program.current.configurationFiles.map { folder + $0 }.first(where: exists)
  }

  private static func exists(_ path: String) -> Bool { FileStatus(path) != nil }
}
