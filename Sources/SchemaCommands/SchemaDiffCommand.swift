import ArgumentParser
import CloudKitSchema
package import CommandLineTool
import Diagnostics
package import SchemaReview

struct SchemaDiffCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare two schemas.",
    discussion: "Ignores order, comments, and layout. Exits with 0 unless --exit-code is given.")

  @Argument(help: "Old schema: \(SchemaInput.forms).", completion: .file())
  var old: String

  @Argument(help: SchemaInput.newHelp, completion: .file())
  var new: String?

  @Flag(help: "Exit with 1 if the schemas differ.")
  var exitCode = false

  @Option(help: SchemaInput.stdinHelp)
  var stdinFilename: String?

  @OptionGroup var configurationFile: ConfigurationOptions
  @OptionGroup(title: "Output") var output: OutputOptions<TextAndJSON>

  func run() async throws {
    let new = try new ?? configurationFile.effective().schemaFile(nil)
    let schemas = try await SchemaInput.read([old, new], stdinFilename: stdinFilename).map {
      try SchemaDocument(valid: $0, to: "compare").schema
    }
    let report = SchemaDiffReport(SchemaDiff(from: schemas[0], to: schemas[1]))
    try output.write(report, exit: exitCode && !report.changes.isEmpty ? .answerIsNo : .done)
  }
}

package struct SchemaDiffReport: Report {
  package let command = Program.current.schemaCommand("diff")
  private let diff: SchemaDiff

  package init(_ diff: SchemaDiff) { self.diff = diff }

  package var changes: [SchemaChange] { diff.changes }
  private var renames: [LikelyRename] { diff.renames }

  package var summary: EncodableObject {
    ["added": count(.added), "removed": count(.removed), "modified": count(.modified), "likelyRenames": renames.count]
  }

  private func count(_ sign: SchemaChange.Sign) -> Int { changes.count { $0.summary.sign == sign } }

  package var items: [EncodableObject] { diff.items }

  package func text(_ style: Style) -> String {
    guard !changes.isEmpty else { return "no differences\n" }
    var text = ""
    var group: RecordType.Name??
    let hints = Dictionary(grouping: renames, by: \.recordType)
    for (index, change) in changes.enumerated() {
      if group != .some(change.recordType) {
        group = .some(change.recordType)
        text += style.mark(change.recordType.map { "record type \($0)" } ?? "roles", .strong) + "\n"
      }
      let summary = change.summary
      text += "  " + style.mark("\(summary.sign.rawValue) \(summary.line)", summary.sign.meaning) + "\n"
      guard let type = change.recordType, index + 1 == changes.count || changes[index + 1].recordType != type else {
        continue
      }
      for rename in hints[type] ?? [] {
        text += "  " + style.mark("? probably a rename: \(rename)", .doubtful) + "\n"
      }
    }
    return text + "\(count(.added)) added, \(count(.removed)) removed, \(count(.modified)) modified\n"
  }
}

extension SchemaDiff {
  /// The changes and likely renames as items of a report.
  var items: [EncodableObject] {
    changes.map { change in
      let summary = change.summary
      return [
        "kind": summary.kind.rawValue, "description": summary.description, "recordType": change.recordType,
        "name": change.declaration.unqualified, "from": summary.from, "to": summary.to,
      ]
    }
      + renames.map { rename in
        switch rename {
        case .recordType(let old, let new):
          [
            "kind": "likelyRecordTypeRename", "description": "\(rename)", "recordType": new, "name": new, "from": old,
            "to": new,
          ]
        case .field(let old, let new, let type):
          [
            "kind": "likelyFieldRename", "description": "\(rename)", "recordType": type, "name": new.name,
            "from": old.name, "to": new.name,
          ]
        }
      }
  }
}

extension SchemaChange.Sign {
  fileprivate var meaning: Style.Meaning {
    switch self {
    case .added: .good
    case .removed: .bad
    case .modified: .doubtful
    }
  }
}
