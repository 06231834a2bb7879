import ArgumentParser
import CloudKitRecords
import Diagnostics
import RecordEditing

/// `records delete`: deletes records.
struct RecordsDeleteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete records by name, or all records that match conditions.",
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
    let opened = try OpenedStore(options.container, for: .reading)
    var plan = RecordPlan()
    plan.steps = try await target.records(names, in: opened).map { record in
      RecordStep(change: record.deletion())
    }
    let types = Dictionary(grouping: plan.changes, by: \.recordType).map { "\($1.count.of("\($0) record"))" }
    let question = "delete \(types.sorted().joined(separator: ", ")) from \(opened.name)?"
    try await RecordWriting("records delete", options).run(plan, for: opened, deletions, asking: question)
  }
}
