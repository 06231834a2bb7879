import ArgumentParser

/// How a reporting command writes.
struct OutputOptions: ParsableArguments {
  @Option(help: "Write text for people or json for programs.")
  var format: OutputFormat = .text

  @Option(help: "Colour the text: auto (on a terminal, unless NO_COLOR is set), always or never.")
  var color: ColorChoice = .auto

  /// Writes a report to standard output.
  func write(_ report: some Report) throws {
    let style = Style(color, for: .standardOutput)
    try Terminal.standardOutput.write(data: report.render(as: format, style))
  }

  /// Writes findings as talk, where the format does not carry them as data.
  func tell(_ findings: Findings) {
    if format == .text { Terminal.standardError.write(findings.text(Style(color, for: .standardError))) }
  }
}
