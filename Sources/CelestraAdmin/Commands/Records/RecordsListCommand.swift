import ArgumentParser
import CloudKitRecords
import CloudKitSchema
import CommandLineTool
import Copying

struct RecordsListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the records of a type that match conditions.",
    discussion: """
      A condition is 'FIELD OP VALUE'. OP is =, !=, <, <=, >, >=, in, begins-with, has (a list member), contains (all \
      words of a text, or all members), any-of, near, one of these with not-, or a comparator of CloudKit, such as \
      LIST_CONTAINS. Dates are ISO 8601, such as 2026-11-22T10:00:00Z; lists are a,b or JSON.
      """)

  @Argument(help: "Record type.")
  var type: String

  @OptionGroup var conditions: RecordConditionOptions

  @Option(
    help: ArgumentHelp("Sort by a SORTABLE field, in reverse with :desc. Repeatable.", valueName: "field[:desc]"))
  var sort: [String] = []

  @Option(help: ArgumentHelp("Fields to show, separated by commas. (default: all)", valueName: "names"))
  var fields: String?

  @Option(
    help: ArgumentHelp(
      "Maximum records to list; 0 for all. (default: 50; all in CSV and JSON Lines)", valueName: "n"))
  var limit: Int?

  @OptionGroup(title: "Container") var container: ContainerOptions
  @OptionGroup(title: "Output") var output: OutputOptions<RecordFormats>

  func run() async throws {
    let opened = try container.open(for: .reading)
    let type = try opened.schema.type(named: type)
    let names = RecordsCommand.names(fields)
    let selection = try conditions.selection(of: type, in: opened, sortedBy: sort, fields: names)
    let limit = limit ?? (output.includesTable ? 0 : 50)
    // One record beyond the limit shows whether the list is complete.
    let found = try await opened.records(selection, atMost: limit.asLimitPlusOne)
    let listed = Array(found.prefix(limit.asLimit))
    var list = RecordList("records list", container: opened.name, schema: opened.schema, records: listed)
    list.fields = names
    list.typeName = type.name
    list.hasMore = found.count > listed.count
    if listed.isEmpty { list.existing = await opened.existing(type.name) }
    conditions.warn(of: selection)
    try output.write(list)
  }
}

struct RecordConditionOptions: ParsableArguments {
  @Option(
    name: .customLong("where"),
    help: ArgumentHelp("Condition that records must match. Repeatable.", valueName: "field op value"))
  var conditions: [String] = []

  @Option(
    help: ArgumentHelp(
      "QUERYABLE field that lists the records of a type whose ___recordID has no index; records without it are not found.",
      valueName: "field", visibility: .hidden))
  var listBy: String?

  /// - Throws: `RequestMistake` for a mistake, or a missing index.
  func selection(
    of type: RecordType, in opened: ContainerHandle, sortedBy sorts: [String] = [], fields: [String] = []
  ) throws -> RecordSelection {
    try RecordSelection(
      of: type, where: conditions, sortedBy: sorts, fields: fields, listedBy: listBy,
      listsAllTypes: opened.listsAllTypes)
  }

  /// Returns all matching records of a type as they are now, with all fields, and warns that some may not be found.
  func current(_ name: RecordType.Name, in opened: ContainerHandle) async throws -> [Record] {
    var selection = try selection(of: opened.schema.type(named: name), in: opened)
    selection.query.desiredFields = []
    warn(of: selection)
    var seen: Set<RecordName> = []
    let names = try await opened.records(selection, atMost: .max).map(\.name).filter { seen.insert($0).inserted }
    // Queries return changes late, look-ups at once.
    return try await opened.records(named: names).found.filter { $0.type == name }
  }

  /// Warns that a selection may not find all records.
  func warn(of selection: RecordSelection) {
    guard let field = selection.listedBy else { return }
    Terminal.note("\(selection.type.name) is listed by \(field): records without \(field) are not found")
  }
}

extension ContainerHandle {
  /// Returns the first records that a selection finds.
  func records(_ selection: RecordSelection, atMost limit: Int) async throws -> [Record] {
    var query = selection.query
    query.limit = min(RecordLimits.recordsPerPage, limit)
    return try await store.records(of: query, atMost: limit, progress: ProgressLine.counting("records"))
  }
}
