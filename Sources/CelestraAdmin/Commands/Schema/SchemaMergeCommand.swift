import ArgumentParser
import CloudKitSchema
import SchemaReview

/// `schema merge`: one schema out of several files.
struct SchemaMergeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Make one schema out of several files, with the comments of all.",
    discussion: """
      An import replaces a schema whole, so what is kept in fragments has to be merged first. What is in several files \
      must be the same in each: where it is not, both places are named, nothing is written, and the exit code is 1. A \
      fragment may grant to a role that another file creates.
      """)

  @Argument(help: "The schema the others are added to, whose order stays; - is standard input.")
  var base: String

  @Argument(help: "The files that are added.")
  var fragments: [String]

  @OptionGroup var input: SchemaInputOptions

  @Option(help: ArgumentHelp("Write the schema to a file, at once or not at all.", valueName: "file"))
  var output: String?

  func run() async throws {
    let documents = try input.read([base] + fragments).map(SchemaDocument.init)
    let merge = SchemaMerge(documents)
    guard let text = merge.text else {
      var findings = Findings()
      for document in documents { findings.add([], in: document.file.source) }
      findings.add(merge.diagnostics)
      Terminal.standardError.write(findings.text(Style(.auto, for: .standardError)))
      throw ExitStatus.answerIsNo.code
    }
    if let output { try OutputFile.write(text, to: output) } else { try Terminal.standardOutput.write(data: text) }
  }
}
