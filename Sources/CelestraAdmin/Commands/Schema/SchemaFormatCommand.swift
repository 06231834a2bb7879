import ArgumentParser
import CloudKitSchema
import SchemaReview

/// `schema format`: files in canonical form.
struct SchemaFormatCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "format",
    abstract: "Write schema files in canonical form, with every comment.",
    discussion: """
      Four spaces to a level, names and comments aligned in each record type, options and permissions in the order of \
      an export, at most one blank line. The text is read again before it is used: a file never changes its meaning.

      Without --write, --check or --diff the text of one file goes to standard output. Exits with 1 when a file has \
      mistakes of syntax, or is not formatted and --check is given.
      """)

  @Argument(help: "The files: \(SchemaInputOptions.forms).")
  var files: [String]

  @OptionGroup var input: SchemaInputOptions

  @Option(help: "Keep the author's order, or sort as an Apple export does: author or export.")
  var order: SchemaFormatter.Order = .author

  @Flag(help: "Replace the files that are not formatted.")
  var write = false

  @Flag(help: "List the files that are not formatted, and exit with 1 if there are any.")
  var check = false

  @Flag(help: "Show what would change.")
  var diff = false

  func validate() throws {
    if [write, check, diff].allSatisfy({ !$0 }), files.count > 1 {
      throw ValidationError("several files need --write, --check or --diff")
    }
    if write, check { throw ValidationError("--write and --check exclude each other") }
    if write, files.contains("-") { throw ValidationError("--write needs files: standard input cannot be replaced") }
  }

  func run() async throws {
    let run = try SchemaFormatRun(input.read(files).map(SchemaFile.init), order: order)
    Terminal.standardError.write(run.refusals.text(Style(.auto, for: .standardError)))
    if write { try run.write() }
    try Terminal.standardOutput.write(data: check || diff || write ? run.report(showingDiff: diff) : run.text)
    let isNo = !run.refusals.diagnostics.isEmpty || check && !run.changed.isEmpty
    try (isNo ? ExitStatus.answerIsNo : .done).exit()
  }
}

extension SchemaFormatter.Order: ExpressibleByArgument {}
