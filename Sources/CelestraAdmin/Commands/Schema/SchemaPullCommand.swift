import ArgumentParser
import CloudKitSchema
import CloudKitWebServices
import CloudKitWire
import CommandLineTool
import Diagnostics
import Foundation
import SchemaCommands
import SchemaReview
import SystemCalls

struct SchemaPullCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pull",
    abstract: "Update a schema file from a CloudKit container.",
    discussion: """
      An export has no comments, so the comments of the file stay with their declarations. The previous file is kept \
      as FILE.bak. A file with the same schema is not changed, and a file with uncommitted changes is only replaced \
      with --force.
      """)

  @Argument(help: "Schema file. (default: the schema of the configuration)", completion: .file())
  var file: String?

  @Flag(help: "Replace a file that has uncommitted changes.")
  var force = false

  @OptionGroup(title: "Container") var live: LiveSchemaOptions

  @OptionGroup(title: "Container") var environment: LiveEnvironmentOptions

  @OptionGroup var configurationFile: ConfigurationOptions

  @OptionGroup(title: "Output") var output: OutputOptions<TextAndJSON>

  func run() async throws {
    let path = try file ?? configurationFile.effective().schema.value
    let container = try await LiveContainer(live)
    let export = try await container.schema(of: environment.environment)
    let pulled = try PulledSchema(
      export, onto: FileStatus(path)?.isRegular == true ? InputFile.read(path) : nil)
    let isDirty = pulled.isChange && !force ? try await CommittedFile.isDirty(path) : false
    guard !isDirty else {
      throw CommandFailure("\(path) has uncommitted changes: commit them, or pass --force (it is kept as \(path).bak)")
    }
    let backup = try pulled.write(to: path)
    try output.write(
      SchemaPullReport(
        file: path, container: container, environment: try environment.environment, pulled: pulled, backup: backup))
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
  init(_ new: SchemaDocument, onto local: SourceText?) throws {
    let export = new.file.source
    isNew = local == nil
    guard let local else {
      (differences, comments, lostComments) = (SchemaDiff(from: Schema(), to: new.schema), 0, 0)
      text = export.string(SourceRange(0, export.bytes.count))
      return
    }
    let old = SchemaDocument(local)
    guard !old.hasErrors else {
      throw CommandFailure(
        "cannot keep the comments of \(local.name), since it has errors; fix them, or pass another file\n"
          + old.frames)
    }
    differences = SchemaDiff(from: old.schema, to: new.schema)
    let carried = CarriedComments(of: old.file, onto: new.file)
    (text, comments, lostComments) = (carried.text, carried.carried, carried.dropped)
  }

  /// Whether an existing file changes.
  var isChange: Bool { !isNew && !differences.changes.isEmpty }

  /// Writes the file if it is new or its schema changes.
  /// - Returns: The path of the backup; `nil` if no file was replaced.
  func write(to path: String) throws -> String? {
    guard isNew || isChange else { return nil }
    let old = try isNew ? nil : String(decoding: InputFile.read(path).bytes, as: UTF8.self)
    let backup = try old.map { try OutputFile.keep($0, as: "\(path).bak") }
    try OutputFile.create(text, at: path)
    return backup
  }
}

struct SchemaPullReport: Report {
  let command = "schema pull"
  let file: String
  let container: LiveContainer
  let environment: ContainerEnvironment
  let pulled: PulledSchema
  /// The path of the backup; `nil` if no file was replaced.
  let backup: String?

  private var diff: SchemaDiffReport { SchemaDiffReport(pulled.differences) }

  var summary: EncodableObject {
    [
      "file": file, "container": container.id, "environment": environment.rawValue, "via": container.via,
      "changes": pulled.differences.changes.count, "comments": pulled.comments, "lostComments": pulled.lostComments,
      "backup": backup,
    ]
  }

  var items: [EncodableObject] { diff.items }

  func text(_ style: Style) -> String {
    let origin = "\(container.name(of: environment)) via \(container.via)"
    if pulled.differences.changes.isEmpty { return "no change: \(file) already matches \(origin)\n" }
    var text = diff.text(style) + "updated \(file) from \(origin): kept \(pulled.comments.of("comment"))"
    if pulled.lostComments > 0 { text += ", dropped \(pulled.lostComments) of removed declarations" }
    return text + (backup.map { "; the previous file is \($0)" } ?? "") + "\n"
  }
}
