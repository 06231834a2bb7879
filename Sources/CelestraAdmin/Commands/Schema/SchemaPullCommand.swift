import ArgumentParser
import CloudKitSchema
import CloudKitWebServices
import Diagnostics
import Foundation
import SchemaReview

/// `schema pull`: a container's schema into a file.
struct SchemaPullCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pull",
    abstract: "Bring a schema file to what a CloudKit container has, by xcrun cktool.",
    discussion: """
      An export has no comments: those of the file stay with the declarations they are about. What the file was is kept \
      beside it, as FILE.bak. A file that means the same is left as it is.
      """)

  @Argument(help: "The file. (default: the configuration's schema)")
  var file: String?

  @OptionGroup var cloudKit: CloudKitOptions

  @OptionGroup var configurationFile: ConfigurationOptions

  @OptionGroup var output: OutputOptions<TextAndJSON>

  func run() async throws {
    let path = try file ?? configurationFile.effective().schema.value
    let environment = try cloudKit.environment
    let export = SourceText(name: "the export", bytes: try cloudKit.tool().export(from: environment))
    let pulled = try PulledSchema(
      export, onto: FileManager.default.fileExists(atPath: path) ? InputFile.read(path) : nil)
    let backup = try pulled.write(to: path)
    try output.write(
      SchemaPullReport(
        file: path, container: try cloudKit.container, environment: environment.rawValue, pulled: pulled, backup: backup
      ))
  }
}

/// An export with the comments of the file it is to replace.
struct PulledSchema {
  /// What differs in meaning between the file and the export.
  let differences: SchemaDiff
  /// Comments that were carried over, and those about what is gone.
  let comments, lostComments: Int
  private let text: String
  private let isNew: Bool

  /// An export, and the file as it is; `nil` where there is none yet.
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
        "cannot keep the comments of \(local.name), since it has mistakes; mend it, or name another file\n"
          + Self.frames(old))
    }
    differences = SchemaDiff(from: old.schema, to: new.schema)
    let carried = CarriedComments(of: old.file, onto: new.file)
    (text, comments, lostComments) = (carried.text, carried.carried, carried.left)
    isNew = false
  }

  /// Writes the file, where it is new or means something else.
  /// - Returns: the file that has what was there; `nil` where nothing was replaced.
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

/// What became of a file.
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

  /// The report on a pull.
  init(file: String, container: String, environment: String, pulled: PulledSchema, backup: String?) {
    diff = SchemaDiffReport(pulled.differences)
    items = diff.items
    summary = Summary(
      file: file, container: container, environment: environment, changes: pulled.differences.changes.count,
      comments: pulled.comments, lostComments: pulled.lostComments, backup: backup)
  }

  func text(_ style: Style) -> String {
    let origin = "\(summary.environment) of \(summary.container)"
    guard summary.changes > 0 else { return "\(summary.file) is what \(origin) has; nothing to do\n" }
    var text = diff.text(style) + "\(summary.file) is now what \(origin) has, with \(summary.comments) comments kept"
    if summary.lostComments > 0 { text += " and \(summary.lostComments) about what is gone left out" }
    return text + (summary.backup.map { "; what it was is in \($0)" } ?? "") + "\n"
  }
}
