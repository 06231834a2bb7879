import ArgumentParser
import Diagnostics

/// `schema config`: what a run in this folder goes by.
struct SchemaConfigCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Show the effective configuration: each setting, and where it comes from.",
    discussion: "Exits with 1 when the configuration file has mistakes.")

  @OptionGroup var configurationFile: ConfigurationOptions

  @OptionGroup var output: OutputOptions<FindingsFormats>

  func run() async throws {
    let report = SchemaConfigReport(try EffectiveConfiguration(file: configurationFile.config))
    try output.write(report)
    try (report.findings.has(atLeast: .error) ? ExitStatus.answerIsNo : .done).exit()
  }
}

/// The effective configuration.
struct SchemaConfigReport: Report {
  let command = "schema config"
  let summary: Summary
  let items: [Item]
  let findings: Findings

  /// The file.
  struct Summary: Encodable {
    let file: String?
  }

  /// One setting.
  struct Item: Encodable {
    let key, value, source: String
  }

  /// The report on a configuration.
  init(_ effective: EffectiveConfiguration) {
    summary = Summary(file: effective.file)
    findings = effective.findings
    items = effective.settings.map { key, setting in
      Item(key: key, value: setting.value, source: setting.source.rawValue)
    }
  }

  func text(_ style: Style) -> String {
    var table = TextTable(.left("setting"), .left("from"), .left("value"))
    for item in items { table.add(item.key, item.source, item.value) }
    let file = summary.file ?? "none; \(EffectiveConfiguration.fileName) is searched for here and in the folders above"
    return findings.text(style) + "configuration: \(file)\n" + table.render(style)
  }
}
