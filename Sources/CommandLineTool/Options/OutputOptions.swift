package import ArgumentParser
import CloudKitRecords
import Diagnostics
import Foundation

package struct OutputOptions<Offered: OfferedFormats>: ParsableArguments {
  @Option(
    name: .customLong("format"),
    help: ArgumentHelp(
      "Output format, to a file if one is named. Repeatable.",
      valueName: "format[=file]"))
  package var formats: [OutputRequest<Offered>] = []

  @Option(help: ArgumentHelp("When to color text.", valueName: "when", visibility: .hidden))
  package var color: ColorChoice = .auto

  package init() {}

  private var requests: [OutputRequest<Offered>] { formats.isEmpty ? [.init(.text)] : formats }

  /// Whether text is the only format. Text omits items that other formats list.
  package var isTextOnly: Bool { requests.allSatisfy { $0.format == .text } }

  package func includes(_ format: OutputFormat) -> Bool { requests.contains { $0.format == format } }

  /// Whether a format is a table or lines of data only, which cannot say that it is incomplete.
  package var includesTable: Bool { includes(.csv) || includes(.markdown) || includes(.jsonl) }

  /// Returns the options without a format, and with this format only; `nil` for those without any.
  package func split(_ format: OutputFormat) -> (others: Self?, format: Self?) {
    func options(_ formats: [OutputRequest<Offered>]) -> Self? {
      var copy = self
      copy.formats = formats
      return formats.isEmpty ? nil : copy
    }
    return (options(requests.filter { $0.format != format }), options(requests.filter { $0.format == format }))
  }

  package var carriesFindings: Bool { includes(.json) }

  package func validate() throws {
    guard formats.count > 1 else { return }
    let files = requests.compactMap(\.file)
    guard requests.count - files.count < 2 else {
      let example = Offered.formats.contains(.sarif) ? "sarif=out.sarif" : "json=out.json"
      throw ValidationError(
        "only one --format can go to standard output; write the others to files, such as \(example)")
    }
    guard Set(files).count == files.count else { throw ValidationError("two --format options write to the same file") }
  }

  /// Writes a report in each format, then ends the command unless `status` is `done`. The format `github` also writes
  /// the job summary.
  /// - Parameter documents: The formats that the command has written itself.
  /// - Throws: `CommandFailure` if the report does not have a format, such as one of several reports of a command.
  package func write(
    _ report: some Report, documents: [OutputFormat: String] = [:], exit status: ExitStatus = .done
  ) throws {
    func render(_ format: OutputFormat, _ style: Style) throws -> String {
      if let text = try documents[format] ?? report.rendered(format, style) { return text }
      throw CommandFailure("this report of '\(report.command)' does not support --format \(format.rawValue)")
    }
    for request in requests {
      if let file = request.file {
        try OutputFile.write(time(of: report, request) + render(request.format, .plain), to: file)
      } else if !Terminal.isQuiet {
        let text = try render(request.format, Style(color, for: .standardOutput))
        let isLog = !text.isEmpty && !Terminal.standardOutput.isInteractive
        do {
          try Terminal.standardOutput.write(data: (isLog ? time(of: report, request) : "") + text)
        } catch is BrokenPipe {
          // The reader has enough; the files of other formats and the exit status do not depend on it.
        }
      } else if report.findings.has(atLeast: .error) {
        Terminal.report(error: report.findings.text(Style(color, for: .standardError)))
      }
      if request.format == .github { try writeStepSummary(of: report) }
    }
    try status.exit()
  }

  /// Returns the time that begins the text of a run, to the second; empty for other reports and formats.
  private func time(of report: some Report, _ request: OutputRequest<Offered>) -> String {
    guard request.format == .text, report is any RunReport, let asOf = report.asOf else { return "" }
    return "\(Timestamp(milliseconds: asOf.milliseconds / 1000 * 1000)) "
  }

  /// Source: GitHub Docs, "Workflow commands", Adding a job summary: Markdown appended to the file the variable names.
  private func writeStepSummary(of report: some Report) throws {
    guard let file = ProcessInfo.processInfo.environment["GITHUB_STEP_SUMMARY"], !file.isEmpty else { return }
    try OutputFile.append(report.markdown(), to: file)
  }

  /// Writes findings to standard error, unless standard output contains them as data.
  package func writeFindings(_ findings: Findings) {
    guard !requests.contains(where: { $0.format == .json && $0.file == nil }) else { return }
    let style = Style(color, for: .standardError)
    if findings.has(atLeast: .error) { return Terminal.report(error: findings.text(style)) }
    Terminal.standardError.write(findings.text(style))
  }
}
