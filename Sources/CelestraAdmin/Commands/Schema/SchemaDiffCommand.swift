import ArgumentParser
import CloudKitSchema

/// `schema diff`: what differs in meaning between two files.
struct SchemaDiffCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Say what differs in meaning between two schema files.",
    discussion: "Order, comments and layout are no difference. Exits with 0 unless --exit-code is given.")

  @Argument(help: "The file as it was.")
  var old: String

  @Argument(help: "The file as it is to be.")
  var new: String

  @Flag(help: "Exit with 1 when the files differ.")
  var exitCode = false

  @OptionGroup var output: OutputOptions

  func run() async throws {
    let report = SchemaDiffReport(from: try Self.schema(old), to: try Self.schema(new))
    try output.write(report)
    try (exitCode && !report.changes.isEmpty ? ExitStatus.answerIsNo : .done).exit()
  }

  private static func schema(_ path: String) throws -> Schema {
    let document = SchemaDocument(try InputFile.read(path))
    guard !document.hasErrors else {
      throw CommandFailure(
        "cannot compare \(path): it has mistakes; 'celestra-admin schema validate \(path)' lists them")
    }
    return document.schema
  }
}

/// The differences of two schemas.
struct SchemaDiffReport: Report {
  let command = "schema diff"
  let changes: [SchemaChange]

  /// The differences from one schema to another.
  init(from old: Schema, to new: Schema) {
    changes = SchemaDiff(from: old, to: new).changes
  }

  /// The totals.
  struct Summary: Encodable {
    let added, removed, modified: Int
  }

  /// One difference.
  struct Item: Encodable {
    let kind, description: String
    let recordType, name, from, to: String?
  }

  var summary: Summary {
    func count(_ sign: SchemaChange.Sign) -> Int { changes.count { $0.sign == sign } }
    return Summary(added: count(.added), removed: count(.removed), modified: count(.modified))
  }

  var items: [Item] {
    changes.map { change in
      let (kind, name, from, to) = change.parts
      return Item(
        kind: kind, description: change.description, recordType: change.recordType, name: name, from: from, to: to)
    }
  }

  func text(_ style: Style) -> String {
    guard !changes.isEmpty else { return "no differences\n" }
    var text = ""
    var group: RecordType.Name??
    for change in changes {
      if group != .some(change.recordType) {
        group = .some(change.recordType)
        text += style.mark(change.recordType.map { "record type \($0)" } ?? "roles", .strong) + "\n"
      }
      text += "  " + style.mark("\(change.sign.rawValue) \(change.line)", change.sign.meaning) + "\n"
    }
    let summary = summary
    return text + "\(summary.added) added, \(summary.removed) removed, \(summary.modified) modified\n"
  }
}
