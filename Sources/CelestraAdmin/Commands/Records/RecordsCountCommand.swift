import ArgumentParser
import CSV
import CloudKitRecords
import CloudKitSchema
import CommandLineTool
import Copying
import Diagnostics
import SQLiteStore

struct RecordsCountCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "count", abstract: "Count the records of a type, or of all types.",
    discussion: """
      CloudKit has no count: the command pages through names, 200 per request. A type that cannot be listed is named, and \
      the exit code is 1.
      """)

  /// The number of records whose count takes long on CloudKit.
  private static let many = 100_000

  @Argument(help: "Record type. (default: all)")
  var type: String?

  @Option(help: ArgumentHelp("Count the records per value of a field.", valueName: "field"))
  var by: String?

  @OptionGroup var conditions: RecordConditionOptions
  @OptionGroup(title: "Container") var container: ContainerOptions
  @OptionGroup(title: "Output") var output: OutputOptions<ListFormats>

  func validate() throws {
    if type == nil, by != nil || !conditions.conditions.isEmpty || conditions.listBy != nil {
      throw ValidationError("--by, --where, and --list-by require a record type")
    }
  }

  func run() async throws {
    let opened = try container.open(for: .reading)
    let counts =
      if let type { try await count(opened.schema.type(named: type), in: opened) } else {
        try await countAll(in: opened)
      }
    try output.write(counts)
    for problem in counts.rows.compactMap(\.problem) { Terminal.report(error: "\(problem)\n") }
    try counts.status.exit()
  }

  private func countAll(in opened: ContainerHandle) async throws -> RecordCounts {
    var counts = RecordCounts(container: opened.name, by: nil)
    for type in opened.schema.ownTypes {
      let selection: RecordSelection
      do throws(RequestMistake) { selection = try RecordSelection(of: type, listsAllTypes: opened.listsAllTypes) } catch
      {
        counts.rows.append(.init(value: type.name, count: nil, problem: error.description))
        continue
      }
      counts.rows.append(.init(value: type.name, count: try await count(selection, in: opened)))
    }
    return counts
  }

  private func count(_ type: RecordType, in opened: ContainerHandle) async throws -> RecordCounts {
    var counts = RecordCounts(container: opened.name, by: by)
    let selection = try conditions.selection(of: type, in: opened)
    conditions.warn(of: selection)
    guard let by else {
      counts.rows = [.init(value: type.name, count: try await count(selection, in: opened))]
      return counts
    }
    let field = try type.settableField(by)
    var totals: [FieldValue?: Int] = [:]
    var query = selection.query
    query.desiredFields = [field.name]
    try await opened.store.forEachPage(of: query) { page in
      for record in page { totals[record.fields[field.name], default: 0] += 1 }
    }
    counts.rows = totals.map { .init(value: $0.key?.plainText, count: $0.value) }
      .sorted { ($1.count ?? 0, $0.value ?? "") < ($0.count ?? 0, $1.value ?? "") }
    return counts
  }

  private func count(_ selection: RecordSelection, in opened: ContainerHandle) async throws -> Int {
    let progress = ProgressLine()
    var query = selection.query
    query.desiredFields = []
    // Paging can repeat records that change meanwhile.
    var names: Set<RecordName> = []
    try await opened.store.forEachPage(of: query) { page in
      let before = names.count
      names.formUnion(page.map(\.name))
      if before <= Self.many, names.count > Self.many, !(opened.store is LocalContainer) {
        Terminal.note(
          "more than \(Self.many) \(selection.type.name) records; counting takes a request per "
            + "\(RecordLimits.recordsPerPage) records")
      }
      progress.update("\(selection.type.name) records", done: names.count, of: nil)
    }
    return names.count
  }
}

/// Counts of records per type, or per value of a field.
struct RecordCounts: TableReport {
  struct Row: Encodable {
    /// The record type, or the value; `nil` for records without a value.
    let value: String?
    /// The number of records; `nil` if it is unknown.
    let count: Int?
    /// Why the number is unknown.
    var problem: String?
  }

  let command = "records count"
  let container: String
  /// The counted field; `nil` for counts of types.
  let by: String?
  var rows: [Row] = []

  var summary: EncodableObject {
    ["container": container, "by": by, "records": total, "complete": status == .done]
  }

  var items: [EncodableObject] {
    rows.map { row in
      [by == nil ? "recordType" : "value": row.value, "count": row.count, "problem": row.problem]
    }
  }

  var status: ExitStatus { rows.allSatisfy { $0.problem == nil } ? .done : .answerIsNo }

  private var total: Int { rows.reduce(0) { $0 + ($1.count ?? 0) } }

  private var table: ReportTable {
    ReportTable(
      "records", [.text(by ?? "record type", width: 60), .number("records")],
      rows: rows.map { [.init($0.value ?? "(no value)"), .init($0.count.map(String.init) ?? "unknown")] })
  }

  func text(_ style: Style) -> String {
    table.text(style) + (rows.count > 1 ? "\(total.of("record"))\n" : "")
  }

  func markdown() -> String { table.markdown }

  func csv() -> String {
    CSVWriter().document(
      [by ?? "recordType", "count"], rows.map { [$0.value ?? "", $0.count.map(String.init) ?? ""] })
  }
}
