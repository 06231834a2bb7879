import ArgumentParser
import CommandLineTool
import Diagnostics
import Foundation

struct SchemaConfigCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Show each setting and where it comes from.",
    discussion: "Exits with 1 if the configuration file has errors.")

  @OptionGroup var configurationFile: ConfigurationOptions

  @OptionGroup(title: "Output") var output: OutputOptions<FindingsFormats>

  func run() async throws {
    let report = SchemaConfigReport(effective: try EffectiveConfiguration(file: configurationFile.config))
    try output.write(report, exit: report.findings.has(atLeast: .error) ? .answerIsNo : .done)
  }
}

struct SchemaConfigReport: Report {
  let command = "config"
  let effective: EffectiveConfiguration

  var summary: EncodableObject { ["file": effective.file] }
  var items: [EncodableObject] {
    settings.map { ["key": $0, "value": $1.value, "source": $1.source.rawValue] }
  }
  var findings: Findings { effective.findings }

  /// The settings, with the values of environment variables that win over them.
  private var settings: [(key: String, setting: EffectiveConfiguration.Setting)] {
    effective.settings.map { key, setting in
      let value = Program.current.settingVariables[key].flatMap { ProcessInfo.processInfo.environment[$0] } ?? ""
      return (key, value.isEmpty ? setting : EffectiveConfiguration.Setting(value, from: .environment))
    }
  }

  func text(_ style: Style) -> String {
    let table = ReportTable(
      ["setting", "from", "value"], settings.map { [$0, $1.source.rawValue, $1.value] })
    let file =
      effective.file ?? "none; \(Program.current.configurationFile) is searched for here and in the folders above"
    return findings.text(style) + "configuration: \(file)\n" + table.text(style)
  }
}
