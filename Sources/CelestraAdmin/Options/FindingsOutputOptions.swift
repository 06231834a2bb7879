import ArgumentParser
import Foundation

/// How a command that reports findings writes them: in several formats at once, each to its own place.
struct FindingsOutputOptions: ParsableArguments {
  @Option(
    name: .customLong("format"),
    help: ArgumentHelp(
      "Write in this format; repeat it for several, all but one with a file to write. (default: text)",
      valueName: "format[=file]"))
  var formats: [FormatRequest] = []

  @Option(help: "Colour the text: auto (on a terminal, unless NO_COLOR is set), always or never.")
  var color: ColorChoice = .auto

  private var requests: [FormatRequest] { formats.isEmpty ? [FormatRequest(.text)] : formats }

  func validate() throws {
    let files = requests.compactMap(\.file)
    guard requests.count - files.count < 2 else {
      throw ValidationError("only one --format can go to standard output; name files for the others: sarif=out.sarif")
    }
    guard Set(files).count == files.count else { throw ValidationError("two --format write the same file") }
  }

  /// Writes a report in each format to its place; `github` writes the step's summary, too.
  func write(_ report: some Report) throws {
    for request in requests {
      if let file = request.file {
        try OutputFile.write(try report.render(as: request.format, .plain), to: file)
      } else {
        let text = try report.render(as: request.format, Style(color, for: .standardOutput))
        try Terminal.standardOutput.write(data: text)
      }
      if request.format == .github { try Self.writeStepSummary(of: report) }
    }
  }

  /// Source: GitHub Docs, "Workflow commands", Adding a job summary: Markdown appended to the file the variable names.
  private static func writeStepSummary(of report: some Report) throws {
    guard let file = ProcessInfo.processInfo.environment["GITHUB_STEP_SUMMARY"], !file.isEmpty else { return }
    try OutputFile.append(try report.render(as: FindingsFormat.markdown, .plain), to: file)
  }
}
