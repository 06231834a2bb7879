import ArgumentParser
import CloudKitSchema
import CommandLineTool
import Diagnostics
import Foundation
import SchemaReview

struct SchemaFormatCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "format",
    abstract: "Format schema files, keeping every comment.",
    discussion: """
      The format has four spaces per level, aligned names and comments in each record type, options and permissions in \
      export order, and at most one blank line in a row. Formatting never changes meaning: the result is checked.

      Without --write, --check, or --diff, the text of one file goes to standard output. Exits with 1 if a file has \
      syntax errors, or if a file is not formatted and --check is given.
      """)

  @OptionGroup var schemas: SchemaFilesOptions

  @OptionGroup var configurationFile: ConfigurationOptions

  @Option(
    help: ArgumentHelp(
      "Order of declarations: author (as in the file) or export (as in an Apple export).", valueName: "kind"))
  var order: SchemaFormatter.Order = .author

  @Flag(help: "Rewrite unformatted files.")
  var write = false

  @Flag(help: "List unformatted files, and exit with 1 if there are any.")
  var check = false

  @Flag(help: "Show the changes as a unified diff.")
  var diff = false

  func validate() throws {
    try checkCount(schemas.files.count)
    if write, check { throw ValidationError("--write and --check cannot be combined") }
    if write, schemas.files.contains("-") {
      throw ValidationError("--write needs files: standard input cannot be replaced")
    }
  }

  /// Checks the number of files; a folder has several.
  private func checkCount(_ count: Int) throws {
    guard count < 2 || write || check || diff else {
      throw ValidationError("several files need --write, --check, or --diff")
    }
  }

  func run() async throws {
    let sources = try await schemas.read(configurationFile.effective())
    try checkCount(sources.count)
    let run = try SchemaFormatRun(sources.map(SchemaFile.init), order: order)
    if !run.refusals.diagnostics.isEmpty {
      Terminal.report(error: run.refusals.text(Style(.auto, for: .standardError)))
    }
    if write { try run.write() }
    let isReport = check || diff || write
    if !isReport || !Terminal.isQuiet {
      try Terminal.standardOutput.write(data: isReport ? run.report(showingDiff: diff, isWritten: write) : run.text)
    }
    let isNo = !run.refusals.diagnostics.isEmpty || check && !run.changed.isEmpty
    try (isNo ? ExitStatus.answerIsNo : .done).exit()
  }
}

extension SchemaFormatter.Order: ExpressibleByArgument {}

struct SchemaFormatRun {
  /// The syntax errors of files that cannot be formatted.
  private(set) var refusals = Findings()
  /// The unformatted files with their formatted texts.
  private(set) var changed: [(source: SourceText, formatted: String)] = []
  private(set) var text = ""

  /// - Throws: `FormattingError` if formatting would change the schema, lose a comment, or end a suppression.
  init(_ files: [SchemaFile], order: SchemaFormatter.Order) throws {
    for file in files {
      do throws(FormattingError) {
        let formatted = try SchemaFormatter.format(file, order: order)
        text += formatted
        if !formatted.utf8.elementsEqual(file.source.bytes) { changed.append((file.source, formatted)) }
      } catch {
        guard case .mistakes(let diagnostics) = error else { throw error }
        refusals.add(diagnostics, in: file.source)
      }
    }
  }

  /// Rewrites the unformatted files.
  /// - Throws: `CommandFailure` at an input that is not a file, such as a file in a commit; files before it are
  ///   written.
  func write() throws {
    for (source, formatted) in changed {
      guard FileManager.default.fileExists(atPath: source.name) else {
        throw CommandFailure("cannot write \(source.name): it is not a file; format it without --write")
      }
      try OutputFile.write(formatted, to: source.name)
    }
  }

  /// Returns the unified diffs of the unformatted files, or their names, with what to do unless they were rewritten.
  func report(showingDiff: Bool, isWritten: Bool) -> String {
    changed.map { source, formatted in
      if showingDiff { return UnifiedDiff.text(from: source, to: SourceText(name: source.name, text: formatted)) }
      let command = Program.current.schema("format --write \(source.name)")
      return isWritten ? "\(source.name)\n" : "\(source.name): not formatted: run '\(command)'\n"
    }.joined()
  }
}
