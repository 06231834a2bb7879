import ArgumentParser
import CloudKitRecords
import CloudKitSchema
import CommandLineTool
import Copying
import Diagnostics

struct RecordsBackfillCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backfill", abstract: "Copy a field's values to the field that replaces it, converting them.",
    discussion: """
      Records that have a value in the new field keep it. A value that the new type cannot hold exactly is left, its \
      record is named, and the exit code is 1. Run the command again to finish an interrupted run, and as long as older \
      apps write the old field.

      Text becomes numbers, dates, and lists (a JSON array, or members separated by commas) as in 'records set', and they \
      become such text.
      """)

  @Option(help: ArgumentHelp("Record type of the records.", valueName: "name"))
  var type: String

  @Option(name: .customLong("from-field"), help: ArgumentHelp("Field to read.", valueName: "field"))
  var from: String

  @Option(name: .customLong("to-field"), help: ArgumentHelp("Field to set.", valueName: "field"))
  var to: String

  @Option(
    help: ArgumentHelp(
      """
      What numbers mean: seconds or milliseconds since 1970, to and from dates; round, to whole numbers. (default: exact \
      values only)
      """, valueName: "unit"))
  var convert: FieldConversion.Unit?

  @OptionGroup var conditions: RecordConditionOptions
  @OptionGroup var options: RecordWriteOptions

  func run() async throws {
    let opened = try options.container.open(for: .reading)
    let schema = try options.schema(of: opened)
    let backfill = try FieldBackfill(of: schema.type(named: type), from: from, to: to, unit: convert)
    let plan = backfill.plan(for: try await conditions.current(type, in: opened))
    if plan.skipped > 0 {
      Terminal.note("\(plan.skipped.of("record")) of \(type) with another value in \(to) keep it")
    }
    let question = "set \(to) in \(plan.changes.count.of("\(type) record")) of \(opened.container.name)?"
    try await options.write(plan, as: "records backfill", for: opened, asking: question)
  }
}

extension FieldConversion.Unit: ExpressibleByArgument {}
