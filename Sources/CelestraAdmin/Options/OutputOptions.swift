import ArgumentParser

/// How a reporting command writes: in several formats at once, each to its own place.
struct OutputOptions<Offered: OfferedFormats>: ParsableArguments {
  @Option(
    name: .customLong("format"),
    help: ArgumentHelp(
      "Write in this format; repeat it for several, all but one with a file to write. (default: text)",
      valueName: "format[=file]"))
  var formats: [OutputFormat.Request<Offered>] = []

  @Option(help: "Colour the text: auto (on a terminal, unless NO_COLOR is set), always or never.")
  var color: ColorChoice = .auto

  private var requests: [OutputFormat.Request<Offered>] { formats.isEmpty ? [.init(.text)] : formats }

  /// Whether all that is asked for is text, which may leave out what other formats list.
  var isTextOnly: Bool { requests.allSatisfy { $0.format == .text } }

  /// Whether a format that is asked for carries findings as data.
  var carriesFindings: Bool { requests.contains { $0.format == .json } }

  func validate() throws {
    let files = requests.compactMap(\.file)
    guard requests.count - files.count < 2 else {
      throw ValidationError("only one --format can go to standard output; name files for the others: json=out.json")
    }
    guard Set(files).count == files.count else { throw ValidationError("two --format write the same file") }
  }

  /// Writes a report in each format to its place.
  func write(_ report: some Report) throws {
    for request in requests {
      if let file = request.file {
        try OutputFile.write(try report.render(as: request.format, .plain), to: file)
      } else {
        let style = Style(color, for: .standardOutput)
        try Terminal.standardOutput.write(data: report.render(as: request.format, style))
      }
    }
  }

  /// Writes findings as talk, where the format on standard output does not carry them as data.
  func tell(_ findings: Findings) {
    guard !requests.contains(where: { $0.format == .json && $0.file == nil }) else { return }
    Terminal.standardError.write(findings.text(Style(color, for: .standardError)))
  }
}
