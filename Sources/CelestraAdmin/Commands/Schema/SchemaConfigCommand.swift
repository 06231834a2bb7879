import ArgumentParser
import Diagnostics

/// `schema config`: the effective configuration in the current folder.
struct SchemaConfigCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Show the effective configuration: each setting and its source.",
    discussion: "Exits with 1 if the configuration file has errors.")

  @OptionGroup var configurationFile: ConfigurationOptions

  @OptionGroup var output: OutputOptions<FindingsFormats>

  func run() async throws {
    let report = SchemaConfigReport(try EffectiveConfiguration(file: configurationFile.config))
    try output.write(report)
    try (report.findings.has(atLeast: .error) ? ExitStatus.answerIsNo : .done).exit()
  }
}

struct SchemaConfigReport: Report {
  let command = "schema config"
  let summary: Summary
  let items: [Item]
  let findings: Findings

  struct Summary: Encodable {
    let file: String?
  }

  struct Item: Encodable {
    let key, value, source: String
  }

  init(_ effective: EffectiveConfiguration) {
    summary = Summary(file: effective.file)
    findings = effective.findings
    items = effective.settings.map { key, setting in
      Item(key: key, value: setting.value, source: setting.source.rawValue)
    }
  }

  func text(_ style: Style) -> String {
    let table = ReportTable(["setting", "from", "value"], items.map { [$0.key, $0.source, $0.value] })
    let file = summary.file ?? "none; \(EffectiveConfiguration.fileName) is searched for here and in the folders above"
    return findings.text(style) + "configuration: \(file)\n" + table.text(style)
  }
}
