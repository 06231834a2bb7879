import AppModel
import ArgumentParser
import CloudKitSchema
import CommandLineTool
import Diagnostics
import SchemaReview

struct SchemaModelCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "model",
    abstract: "Print the schema that a Core Data model or SwiftData classes need.",
    discussion: """
      The schema is what 'initializeCloudKitSchema' creates on a Mac, with every field that the app can write. \
      Since an import replaces the development schema, import the result only merged into an export of it: --into. \
      Exits with 1 if the model breaks a rule of CloudKit, or does not fit the export.
      """)

  @Argument(help: "Models of one container: \(ModelInput.forms).", completion: .directory)
  var models: [String]

  @Option(
    help: ArgumentHelp("Schema to add to, which keeps its lines and comments: an export.", valueName: "file"),
    completion: .file())
  var into: String?

  @Option(
    help: ArgumentHelp(
      "Indexes of fields: none, default (those of fields that an app creates), or public.", valueName: "kind"))
  var indexes: WrittenIndexes = .default

  @Flag(help: ArgumentHelp("Include the record type of shares.", visibility: .hidden))
  var sharing = false

  @Option(help: ArgumentHelp("Write the schema to a file, atomically.", valueName: "file"), completion: .file())
  var output: String?

  @OptionGroup var model: ModelOptions

  mutating func validate() throws { if output == "-" { output = nil } }

  func run() async throws {
    let reading = try ModelInput.read(models, model.choice)
    var findings = Findings(reading.diagnostics + reading.written.conflicts, in: reading.sources)
    let schema = reading.written.schema(indexes: indexes, sharing: sharing)
    guard reading.isUnreadable || !schema.recordTypes.isEmpty else {
      throw CommandFailure(
        "cannot print a schema: \(models.joined(separator: ", ")) has no Core Data model and no SwiftData class")
    }
    var text = reading.isUnreadable ? nil : schema.text()
    if let into, text != nil {
      let base = try SchemaDocument(valid: await SchemaInput.read(into, stdinFilename: nil), to: "add to")
      let differing = Parity(of: reading.written, in: base.file).typeFindings
      findings.add(differing, in: base.file.source)
      text = differing.isEmpty ? Self.merged(schema, into: base) : nil
    }
    if let text {
      if let output { try OutputFile.create(text, at: output) } else { try Terminal.standardOutput.write(data: text) }
    }
    let messages = findings.text(Style(.auto, for: .standardError))
    if !messages.isEmpty { Terminal.report(error: messages) }
    if reading.isUnreadable { throw ExitStatus.failed.code }
    try (findings.has(atLeast: .error) ? ExitStatus.answerIsNo : .done).exit()
  }

  /// Returns a schema with the declarations and the indexes of system fields that it lacks, in canonical form.
  private static func merged(_ schema: Schema, into base: SchemaDocument) -> String? {
    let indexed = SchemaDocument(base.file.adding(systemIndexesOf: schema))
    let fragment = SourceText(name: "model", text: schema.missing(from: indexed.schema).text())
    return SchemaMerge([indexed, SchemaDocument(fragment)]).text
  }
}

extension WrittenIndexes: ExpressibleByArgument {}
