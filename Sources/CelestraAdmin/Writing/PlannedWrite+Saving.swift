import CloudKitRecords
import CommandLineTool

extension PlannedWrite {
  /// Writes the changes, saves them as a plan, or in a dry run only shows them; reports, and ends the command with the
  /// report's status.
  /// - Parameter open: opens the store to write to.
  func finish<Formats: OfferedFormats>(
    _ report: ChangeReport, _ options: PlanOptions, of opened: ContainerHandle, layout: String, asOf: Timestamp,
    to output: OutputOptions<Formats>, in open: () async throws -> any RecordStore
  ) async throws {
    var report = report
    if let path = options.file {
      try await save(of: opened, layout: layout, asOf: asOf, to: path)
      report.isSaved = true
    } else {
      report.add(try await run(in: open))
    }
    try output.write(report)
    if options.dryRun { try await checkLimit() }
    try report.status.exit()
  }

  /// Saves the changes and what CloudKit deletes along for `apply`, with the former values that `undo` needs, and says
  /// so.
  func save(of opened: ContainerHandle, layout: String, asOf: Timestamp, to path: String) async throws {
    try await checkLimit()
    // What CloudKit deletes along is deleted first, so that 'undo' recreates it after the records that it refers to.
    let doomed = Set(cascade.map(\.recordName))
    let planned: [PlannedChange] = cascade.reversed() + changes.filter { !doomed.contains($0.recordName) }
    try await PlanOutput.write(planned, of: opened, layout: layout, asOf: asOf, to: path)
    Terminal.standardError.write(PlanOutput.advice(planned.count, path) + "\n")
  }
}
