import ArgumentParser
import CloudKitWebServices
import CloudKitWire
import Diagnostics
import SchemaReview

/// `schema status`: the schema file, development, and production side by side.
struct SchemaStatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Compare the schema file with development and production: what to push, what to deploy, what is blocked.")

  @Argument(help: "Schema file. (default: the schema of the configuration)", completion: .file())
  var file: String?

  @OptionGroup var live: LiveSchemaOptions
  @OptionGroup var configurationFile: ConfigurationOptions
  @OptionGroup var output: OutputOptions<TextJSONAndMarkdown>

  func run() async throws {
    let path = try file ?? configurationFile.effective().schema.value
    let document = try SchemaDocument(valid: InputFile.read(path), to: "compare")
    let container = try await LiveContainer(live)
    let status = SchemaStatus(
      file: document, development: try await container.schema(of: .development),
      production: try await container.schema(of: .production))
    try output.write(SchemaStatusReport(status, file: path, container: container))
  }
}

/// The declarations that are not the same in the file, development, and production.
struct SchemaStatusReport: Report {
  let command = "schema status"
  let summary: Summary
  let items: [Item]

  /// The totals.
  struct Summary: Encodable {
    let file, container, via: String
    let toPush, toDeploy, blocked: Int
  }

  /// One declaration. A schema that does not have it is omitted.
  struct Item: Encodable {
    let declaration, step: String
    let file, development, production, rule: String?
  }

  /// Creates the report.
  init(_ status: SchemaStatus, file: String, container: LiveContainer) {
    items = status.rows.map { row in
      Item(
        declaration: row.declaration.description, step: row.step.rawValue, file: row.file,
        development: row.development, production: row.production, rule: row.rule)
    }
    summary = Summary(
      file: file, container: container.id, via: container.via, toPush: status.count(.push),
      toDeploy: status.count(.deploy), blocked: status.count(.blocked))
  }

  func text(_ style: Style) -> String {
    guard !items.isEmpty else {
      return style.mark("up to date", .good)
        + ": \(summary.file), development, and production of \(summary.container) match (via \(summary.via))\n"
    }
    return table.text(style) + "\n\(totals)\n"
  }

  func markdown() -> String {
    items.isEmpty ? text(.plain) : table.markdown + "\n\(Markdown.escaped(totals))\n"
  }

  private var table: ReportTable {
    ReportTable(
      ["declaration", "file", "development", "production", "next step"],
      items.map { item in
        [item.declaration, item.file ?? "–", item.development ?? "–", item.production ?? "–", Self.step(item)]
      })
  }

  private static func step(_ item: Item) -> String { item.rule.map { "\(item.step): \($0)" } ?? item.step }

  private var totals: String {
    let steps = [
      (summary.toPush, "to push ('schema push')"), (summary.toDeploy, "to deploy ('schema deploy')"),
      (summary.blocked, "blocked ('schema plan' explains how to reach the same result)"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return "\(summary.container) via \(summary.via): \(steps.joined(separator: ", "))"
  }
}
