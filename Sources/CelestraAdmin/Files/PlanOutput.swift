import CloudKitRecords
import Curation

/// A plan file on its way out, change by change.
enum PlanOutput {
  /// Writes the changes of a seed, then those that remove what it does not state.
  static func write(
    _ changes: some Sequence<PlannedChange>, _ removals: [PlannedChange], container: String, layout: String,
    asOf: Timestamp, to path: String
  ) throws {
    var lines = PlanFile()
    var file = try StreamedFile(path)
    try file.write(try lines.head(container: container, layout: layout, asOf: asOf))
    for change in changes { try file.write(try lines.line(change)) }
    for change in removals { try file.write(try lines.line(change)) }
    try file.write(lines.foot)
    try file.finish()
  }
}
