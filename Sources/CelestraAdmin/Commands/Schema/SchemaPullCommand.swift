import ArgumentParser
import CloudKitSchema
import CloudKitWebServices
import Diagnostics
import Foundation
import SchemaReview

/// `schema pull`: updates a schema file from a container.
struct SchemaPullCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pull",
    abstract: "Update a schema file from a CloudKit container, using xcrun cktool.",
    discussion: """
      An export has no comments, so the comments of the file stay with their declarations. The previous file is kept \
      as FILE.bak. A file with the same schema is not changed.
      """)

  @Argument(help: "Schema file. (default: the schema of the configuration)")
  var file: String?

  @OptionGroup var cloudKit: CloudKitOptions

  @OptionGroup var configurationFile: ConfigurationOptions

  @OptionGroup var output: OutputOptions<TextAndJSON>

  func run() async throws {
    let path = try file ?? configurationFile.effective().schema.value
    let environment = try cloudKit.environment
    let export = SourceText(name: "the export", bytes: try await cloudKit.tool().export(from: environment))
    let pulled = try PulledSchema(
      export, onto: FileManager.default.fileExists(atPath: path) ? InputFile.read(path) : nil)
    let backup = try pulled.write(to: path)
    try output.write(
      SchemaPullReport(
        file: path, container: try cloudKit.container, environment: environment.rawValue, pulled: pulled, backup: backup
      ))
  }
}

/// An export with the comments of the local file.
struct PulledSchema {
  /// The differences between the local file and the export.
  let differences: SchemaDiff
  /// The number of comments carried over, and of comments of removed declarations.
  let comments, lostComments: Int
  private let text: String
  private let isNew: Bool

  /// Combines an export with the local file; `nil` if the file does not exist yet.
  init(_ export: SourceText, onto local: SourceText?) throws {
    let new = SchemaDocument(export)
    guard !new.hasErrors else {
      throw CommandFailure("cannot read the export of the container:\n\(Self.frames(new))")
    }
    guard let local else {
      (differences, comments, lostComments) = (SchemaDiff(from: Schema(), to: new.schema), 0, 0)
      text = export.string(SourceRange(0, export.bytes.count))
      isNew = true
      return
    }
    let old = SchemaDocument(local)
    guard !old.hasErrors else {
      throw CommandFailure(
        "cannot keep the comments of \(local.name), since it has errors; fix them, or pass another file\n"
          + Self.frames(old))
    }
    differences = SchemaDiff(from: old.schema, to: new.schema)
    let carried = CarriedComments(of: old.file, onto: new.file)
    (text, comments, lostComments) = (carried.text, carried.carried, carried.dropped)
    isNew = false
  }

  /// Writes the file if it is new or its schema changes.
  /// - Returns: The path of the backup; `nil` if no file was replaced.
  func write(to path: String) throws -> String? {
    guard isNew || !differences.changes.isEmpty else { return nil }
    let backup = isNew ? nil : try OutputFile.backUp(path)
    try OutputFile.write(text, to: path)
    return backup
  }

  private static func frames(_ document: SchemaDocument) -> String {
    var findings = Findings()
    findings.add(document.diagnostics, in: document.file.source)
    return String(findings.text(.plain).dropLast())
  }
}

/// The result of a pull.
struct SchemaPullReport: Report {
  let command = "schema pull"
  let summary: Summary
  let items: [SchemaDiffReport.Item]
  private let diff: SchemaDiffReport

  /// The totals.
  struct Summary: Encodable {
    let file, container, environment: String
    let changes, comments, lostComments: Int
    let backup: String?
  }

  /// Creates the report on a pull.
  init(file: String, container: String, environment: String, pulled: PulledSchema, backup: String?) {
    diff = SchemaDiffReport(pulled.differences)
    items = diff.items
    summary = Summary(
      file: file, container: container, environment: environment, changes: pulled.differences.changes.count,
      comments: pulled.comments, lostComments: pulled.lostComments, backup: backup)
  }

  func text(_ style: Style) -> String {
    let origin = "\(summary.environment) of \(summary.container)"
    guard summary.changes > 0 else { return "no change: \(summary.file) already matches \(origin)\n" }
    var text = diff.text(style) + "updated \(summary.file) from \(origin): kept \(summary.comments.of("comment"))"
    if summary.lostComments > 0 { text += ", dropped \(summary.lostComments) of removed declarations" }
    return text + (summary.backup.map { "; the previous file is \($0)" } ?? "") + "\n"
  }
}
