import ArgumentParser
import CSV
import CloudKitWire
import CommandLineTool
import Diagnostics

struct SchemaContainersCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "containers", abstract: "List the CloudKit containers of a developer team.")

  @Option(help: ArgumentHelp("Part of the IDs or names to list. (default: all)", valueName: "text"))
  var query: String?

  @Flag(help: "Also list containers that are hidden in CloudKit Console.")
  var hidden = false

  @OptionGroup(title: "Container") var live: LiveSchemaOptions
  @OptionGroup(title: "Output") var output: OutputOptions<ListFormats>

  func run() async throws {
    let client = try await live.client(team: live.team, container: "")
    let rows = try await client.containers(matching: query, includingHidden: hidden).map { container in
      [container.id, container.name, container.teamID, container.isHidden ? "yes" : "no"]
    }
    let titles = ["id", "name", "team", "hidden"]
    try output.write(LiveListReport("schema containers", "container", titles, rows, via: client.name))
  }
}

/// A list of teams or containers.
struct LiveListReport: TableReport {
  let command: String
  let summary: EncodableObject
  let items: [EncodableObject]
  private let titles: [String]
  private let rows: [[String]]
  private let noun: String
  private let way: String

  /// Creates a list of rows under titles, which are also the JSON keys.
  init(_ command: String, _ noun: String, _ titles: [String], _ rows: [[String]], via way: String) {
    self.command = command
    self.noun = noun
    self.way = way
    self.titles = titles
    self.rows = rows
    summary = ["count": rows.count, "via": way]
    items = rows.map { row in EncodableObject(zip(titles, row).map { ($0, $1) }) }
  }

  func text(_ style: Style) -> String {
    let count = "\(items.count.of(noun)) via \(way)\n"
    return items.isEmpty ? count : ReportTable(titles, rows).text(style) + "\n" + count
  }

  func markdown() -> String { ReportTable(titles, rows).markdown }

  func csv() -> String { CSVWriter().document(titles, rows) }
}
