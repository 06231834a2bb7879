import ArgumentParser
import CloudKitWebServices
import CloudKitWire
import CommandLineTool
import Diagnostics
import SchemaCommands
import SchemaReview

struct SchemaStatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Compare the schema file with development and production: what to push, what to deploy, what is blocked.")

  @Argument(help: "Schema file. (default: the schema of the configuration)", completion: .file())
  var file: String?

  @OptionGroup(title: "Container") var live: LiveSchemaOptions
  @OptionGroup var configurationFile: ConfigurationOptions
  @OptionGroup(title: "Output") var output: OutputOptions<TextJSONAndMarkdown>

  func run() async throws {
    let path = try configurationFile.effective().schemaFile(file)
    let document = try SchemaDocument(valid: InputFile.read(path), to: "compare")
    let container = try await LiveContainer(live)
    let status = SchemaStatus(
      file: document, development: try await container.schema(of: .development),
      production: try await container.schema(of: .production))
    try output.write(SchemaStatusReport(status: status, file: path, container: container))
  }
}

/// The declarations that are not the same in the file, development, and production.
struct SchemaStatusReport: Report {
  let command = "schema status"
  let status: SchemaStatus
  let file: String
  let container: LiveContainer

  var summary: EncodableObject {
    [
      "file": file, "container": container.id, "via": container.via, "toPull": status.count(.pull),
      "toPush": status.count(.push), "toDeploy": status.count(.deploy), "blocked": status.count(.blocked),
    ]
  }

  /// The declarations. A schema that does not have one is omitted.
  var items: [EncodableObject] {
    status.rows.map { row in
      [
        "declaration": row.declaration.description, "step": row.step.rawValue, "file": row.file,
        "development": row.development, "production": row.production, "rule": row.rule,
      ]
    }
  }

  func text(_ style: Style) -> String {
    guard !status.rows.isEmpty else {
      return style.mark("up to date", .good)
        + ": \(file), development, and \(container.name(of: .production)) match (via \(container.via))\n"
    }
    return table.text(style) + "\n\(totals)\n"
  }

  func markdown() -> String {
    status.rows.isEmpty ? text(.plain) : table.markdown + "\n\(Markdown.escaped(totals))\n"
  }

  private var table: ReportTable {
    ReportTable(
      ["declaration", "file", "development", "production", "next step"],
      status.rows.map { row in
        [
          row.declaration.description, row.file ?? "–", row.development ?? "–", row.production ?? "–",
          row.rule.map { "\(row.step.rawValue): \($0)" } ?? row.step.rawValue,
        ]
      })
  }

  private var totals: String {
    let pulls = status.rows.filter { $0.step == .pull }
    let steps = [
      (pulls.count { $0.production != nil }, "only in production ('schema pull --environment production')"),
      (
        pulls.count { $0.production == nil },
        "only in development ('schema pull --environment development' keeps it, 'schema push' deletes it)"
      ),
      (status.count(.push), "to push ('schema push')"), (status.count(.deploy), "to deploy ('schema deploy')"),
      (status.count(.blocked), "blocked ('schema plan' explains how to reach the same result)"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return "\(container.id) via \(container.via): \(steps.joined(separator: ", "))"
  }
}
