import ArgumentParser
import CloudKitSchema
import CommandLineTool
import SchemaReview

struct SchemaMergeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Merge several files into one schema, keeping all comments.",
    discussion: """
      An import replaces the whole schema, so merge fragments before you import them. A declaration in several files \
      must be equal in all: otherwise the command reports both places, writes nothing, and exits with 1. A fragment can \
      grant permissions to a role that another file creates. A single file is added to the schema of the configuration.
      """)

  @Argument(help: "Base schema, whose order is kept, then the files to add; - is standard input.", completion: .file())
  var files: [String]

  @Option(help: SchemaInput.stdinHelp)
  var stdinFilename: String?

  @Option(help: ArgumentHelp("Write the schema to a file, atomically.", valueName: "file"), completion: .file())
  var output: String?

  @OptionGroup var configurationFile: ConfigurationOptions

  mutating func validate() throws { if output == "-" { output = nil } }

  func run() async throws {
    let base = files.count == 1 ? [try configurationFile.effective().schemaFile(nil)] : []
    let documents = try await SchemaInput.read(base + files, stdinFilename: stdinFilename).map(
      SchemaDocument.init)
    let merge = SchemaMerge(documents)
    guard let text = merge.text else {
      let findings = Findings(merge.diagnostics, in: documents.map(\.file.source))
      Terminal.report(error: findings.text(Style(.auto, for: .standardError)))
      throw ExitStatus.answerIsNo.code
    }
    if let output { try OutputFile.write(text, to: output) } else { try Terminal.standardOutput.write(data: text) }
  }
}
