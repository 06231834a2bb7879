import ArgumentParser
import CloudKitRecords
import CommandLineTool
import Copying
import Diagnostics

struct RecordsRemoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Delete records by name, or all records that match conditions.",
    discussion: """
      Shows the plan and asks for confirmation. Deleted records of a public database cannot be recovered: export or back up \
      the records first. A record that another writer changed in the meantime is left as it is, and the exit code is 1.
      """)

  @Argument(help: "Record names.")
  var names: [String] = []

  @OptionGroup var target: RecordTargetOptions
  @OptionGroup var deletions: DeletionOptions
  @OptionGroup var options: RecordWriteOptions

  func validate() throws { try target.check(names) }

  func run() async throws {
    let opened = try options.container.open(for: .reading)
    var plan = RecordPlan()
    let records = try await target.records(names, in: opened, skippingMissing: true)
    plan.changes = records.map { $0.deletion() }
    let question = "delete \(plan.changes.typeCounts) from \(opened.container.name)?"
    try await options.write(plan, as: "records remove", for: opened, deletions, asking: question)
  }
}
