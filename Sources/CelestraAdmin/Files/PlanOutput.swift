import CloudKitRecords
import CloudKitWire
import CommandLineTool
import Curation
import Diagnostics

/// A plan file that is written one change at a time.
struct PlanOutput: ~Copyable {
  private var lines: PlanFile
  private var file: OutputFile

  /// Opens the file and writes what precedes the changes.
  init(for container: ContainerName, layout: String, asOf: Timestamp, to path: String) throws {
    var file = try OutputFile(path)
    var lines = PlanFile()
    let head = lines.head(
      container: container.location, environment: container.environment?.rawValue, layout: layout, asOf: asOf)
    try file.write(head)
    self.file = file
    self.lines = lines
  }

  mutating func write(_ change: PlannedChange) throws { try file.write(lines.line(change)) }

  consuming func finish() throws {
    var lines = lines
    try file.write(lines.foot())
    try file.finish()
  }

  /// Writes changes with the former values that `undo` needs.
  static func write(
    _ changes: [PlannedChange], of opened: ContainerHandle, layout: String, asOf: Timestamp, to path: String
  ) async throws {
    let changes = try await changes.withFormerValues(in: opened.store)
    var plan = try PlanOutput(for: opened.container, layout: layout, asOf: asOf, to: path)
    for change in changes { try plan.write(change) }
    try plan.finish()
  }

  /// Returns the sentence that says how to apply a written plan.
  static func advice(_ count: Int, _ path: String) -> String {
    "\(count.of("change")) written to \(path); run 'celestra-admin apply \(path)' to apply the plan"
  }
}
