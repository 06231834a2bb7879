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
    let records = try await target.records(names, in: opened)
    plan.changes = records.map { $0.deletion() }
    plan.cascade = try await cascade(of: records, in: opened)
    let stakes = plan.cascade.isEmpty ? "" : "\(Self.counts(plan.cascade)) that refer to them are deleted too\n"
    Terminal.standardError.write(stakes)
    let question = "delete \(Self.counts(plan.changes)) from \(opened.container.name)?"
    try await options.write(plan, as: "records remove", for: opened, deletions, asking: question)
  }

  /// Returns the deletions that CloudKit makes itself.
  /// - Throws: `CommandFailure` if more records refer to a record than CloudKit deletes with it.
  private func cascade(of records: [Record], in opened: ContainerHandle) async throws -> [PlannedChange] {
    let cascade = try await DeletionCascade(deleting: records, in: opened.store, opened.schema)
    if let (name, count) = cascade.counts.sorted(by: { $0.key < $1.key }).first(where: {
      $0.value > DeletionCascade.limit
    }) {
      throw CommandFailure(
        "\(count) records refer to \(name) with DELETE_SELF, and CloudKit deletes at most \(DeletionCascade.limit) with a "
          + "record; delete those records first")
    }
    if !cascade.unsearched.isEmpty {
      Terminal.standardError.write(
        "note: without an index, DELETE_SELF references in \(cascade.unsearched.joined(separator: ", ")) are not searched\n"
      )
    }
    return cascade.deletions
  }

  /// Returns the numbers of changes by record type: `2 Author records, 1 Book record`.
  private static func counts(_ changes: [PlannedChange]) -> String {
    Dictionary(grouping: changes, by: \.recordType).map { $1.count.of("\($0) record") }.sorted().joined(separator: ", ")
  }
}
