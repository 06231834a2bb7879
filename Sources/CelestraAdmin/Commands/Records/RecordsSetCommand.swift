import ArgumentParser
import CloudKitRecords
import CloudKitSchema
import CommandLineTool
import Copying
import Diagnostics

struct RecordsSetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Set fields of records by name, or of all records that match conditions.",
    discussion: """
      Values are read by the types of the schema. A record that another writer changed in the meantime is left as it is, \
      and the exit code is 1. Setting fields by conditions asks for confirmation.
      """)

  @Argument(help: "Record names, and the fields to set as FIELD=VALUE.")
  var arguments: [String] = []

  @Option(help: ArgumentHelp("Field to clear. Repeatable.", valueName: "field"))
  var unset: [String] = []

  @OptionGroup var target: RecordTargetOptions
  @OptionGroup var options: RecordWriteOptions

  private var names: [String] { arguments.filter { !RecordAssignment.isAssignment($0) } }

  func validate() throws {
    if names.count == arguments.count, unset.isEmpty { throw ValidationError("pass FIELD=VALUE or --unset FIELD") }
    try target.check(names)
  }

  func run() async throws {
    let assignment = try RecordAssignment(arguments.filter(RecordAssignment.isAssignment), clearing: unset)
    let opened = try options.container.open(for: .reading)
    let schema = try options.schema(of: opened)
    // Values are checked before any record is read.
    if let type = target.type { _ = try assignment.values(for: schema.type(named: type)) }
    let records = try await target.records(names, in: opened)
    var plan = RecordPlan()
    for record in records {
      let values = try assignment.values(for: schema.type(named: record.type))
      if let change = RecordPlanner.change(record, setting: values.fields, clearing: values.cleared) {
        plan.changes.append(change)
      } else {
        plan.unchanged += 1
      }
    }
    let question = "update \(plan.changes.count.of("\(target.type ?? "") record")) of \(opened.container.name)?"
    try await options.write(plan, as: "records set", for: opened, asking: target.isBulk ? question : nil)
  }
}

/// The records that a command changes: named records, or all records of a type that match conditions.
struct RecordTargetOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Record type of the records.", valueName: "name"))
  var type: String?

  @Option(
    name: .customLong("names"), help: ArgumentHelp("File of record names, one per line.", valueName: "file"),
    completion: .file())
  var namesFile: String?

  @Flag(help: "All records of the type.")
  var all = false

  @OptionGroup var conditions: RecordConditionOptions

  /// Whether conditions select the records.
  var isBulk: Bool { all || !conditions.conditions.isEmpty }

  /// Throws an error unless the options and names select records in exactly one way.
  func check(_ names: [String]) throws {
    if all, type == nil { throw ValidationError("--all wants --type") }
    if isBulk, type == nil { throw ValidationError("--where wants --type") }
    if all, !conditions.conditions.isEmpty { throw ValidationError("use --where or --all, not both") }
    let isNamed = !names.isEmpty || namesFile != nil
    if isBulk == isNamed {
      throw ValidationError(
        isBulk ? "use record names or conditions, not both" : "pass record names, or --type with --where or --all")
    }
    if conditions.listBy != nil, !all { throw ValidationError("--list-by requires --all") }
  }

  /// Returns the records as they are now.
  /// - Parameter skipsMissing: Whether names in a file may be of no record, as those that a stopped run has deleted.
  /// - Throws: `CommandFailure` if a named record is missing, or of another type.
  func records(
    _ names: [String], in opened: ContainerHandle, skippingMissing skipsMissing: Bool = false
  ) async throws -> [Record] {
    guard isBulk, let type else {
      let (found, missing) = try await opened.records(named: RecordNames.checked(names, and: namesFile))
      let required = skipsMissing ? missing.filter { names.contains($0.rawValue) } : missing
      if let name = required.first {
        let more = required.count > 1 ? ", and \(required.count - 1) more are missing" : ""
        throw CommandFailure("no record '\(name)' in \(opened.name)\(more)")
      }
      if let namesFile, !missing.isEmpty {
        Terminal.note("\(namesFile): no record for \(missing.count.of("name"))")
      }
      if let type, let other = found.first(where: { $0.type != type }) {
        throw CommandFailure("\(other.name) is a \(other.type), not a \(type)")
      }
      return found
    }
    return try await conditions.current(type, in: opened)
  }
}
