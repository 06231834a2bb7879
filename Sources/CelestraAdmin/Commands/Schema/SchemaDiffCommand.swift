import ArgumentParser
import CloudKitSchema
import Diagnostics
import SchemaReview

/// `schema diff`: what differs in meaning between two files.
struct SchemaDiffCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Say what differs in meaning between two schemas.",
    discussion: "Order, comments and layout are no difference. Exits with 0 unless --exit-code is given.")

  @Argument(help: "The schema as it was: \(SchemaInputOptions.forms).")
  var old: String

  @Argument(help: "The schema as it is to be.")
  var new: String

  @Flag(help: "Exit with 1 when the schemas differ.")
  var exitCode = false

  @OptionGroup var input: SchemaInputOptions

  @OptionGroup var output: OutputOptions<TextAndJSON>

  func run() async throws {
    let schemas = try input.read([old, new]).map { try SchemaDocument(valid: $0, to: "compare").schema }
    let report = SchemaDiffReport(from: schemas[0], to: schemas[1])
    try output.write(report)
    try (exitCode && !report.changes.isEmpty ? ExitStatus.answerIsNo : .done).exit()
  }
}

/// The differences of two schemas.
struct SchemaDiffReport: Report {
  let command = "schema diff"
  let changes: [SchemaChange]
  let renames: [LikelyRename]

  /// The differences from one schema to another.
  init(from old: Schema, to new: Schema) {
    self.init(SchemaDiff(from: old, to: new))
  }

  /// Differences that were found.
  init(_ diff: SchemaDiff) {
    changes = diff.changes
    renames = diff.renames
  }

  /// The totals.
  struct Summary: Encodable {
    let added, removed, modified, likelyRenames: Int
  }

  /// One difference.
  struct Item: Encodable {
    let kind, description: String
    let recordType, name, from, to: String?
  }

  var summary: Summary {
    func count(_ sign: SchemaChange.Sign) -> Int { changes.count { $0.sign == sign } }
    return Summary(
      added: count(.added), removed: count(.removed), modified: count(.modified),
      likelyRenames: renames.count)
  }

  var items: [Item] {
    changes.map { change in
      let (kind, name, from, to) = change.parts
      return Item(
        kind: kind, description: change.description, recordType: change.recordType, name: name, from: from, to: to)
    } + renames.map(Self.item)
  }

  private static func item(_ rename: LikelyRename) -> Item {
    switch rename {
    case .recordType(let old, let new):
      Item(
        kind: "likelyRecordTypeRename", description: "\(rename)", recordType: new, name: new, from: old, to: new)
    case .field(let old, let new, let type):
      Item(
        kind: "likelyFieldRename", description: "\(rename)", recordType: type, name: new.name, from: old.name,
        to: new.name)
    }
  }

  func text(_ style: Style) -> String {
    guard !changes.isEmpty else { return "no differences\n" }
    var text = ""
    var group: RecordType.Name??
    let hints = Dictionary(grouping: renames, by: \.recordType)
    for (index, change) in changes.enumerated() {
      if group != .some(change.recordType) {
        group = .some(change.recordType)
        text += style.mark(change.recordType.map { "record type \($0)" } ?? "roles", .strong) + "\n"
      }
      text += "  " + style.mark("\(change.sign.rawValue) \(change.line)", change.sign.meaning) + "\n"
      guard let type = change.recordType, index + 1 == changes.count || changes[index + 1].recordType != type else {
        continue
      }
      for rename in hints[type] ?? [] {
        text += "  " + style.mark("? probably a rename: \(rename.line)", .doubtful) + "\n"
      }
    }
    let summary = summary
    return text + "\(summary.added) added, \(summary.removed) removed, \(summary.modified) modified\n"
  }
}

extension LikelyRename {
  /// The rename as a line below its record type.
  fileprivate var line: String {
    switch self {
    case .recordType(let old, let new): "\(old) → \(new)"
    case .field(let old, let new, _): "\(old.name) → \(new.name)"
    }
  }
}
