import CloudKitRecords
import Curation

/// A plan file that is written one change at a time.
enum PlanOutput {
  /// Writes the changes of a seed, then the removals of records that the seed does not contain.
  static func write(
    _ changes: some Sequence<PlannedChange>, _ removals: [PlannedChange], container: String, environment: String?,
    layout: String,
    asOf: Timestamp, to path: String
  ) throws {
    var lines = PlanFile()
    var file = try OutputFile(path)
    try file.write(lines.head(container: container, environment: environment, layout: layout, asOf: asOf))
    for change in changes { try file.write(try lines.line(change)) }
    for change in removals { try file.write(try lines.line(change)) }
    try file.write(lines.foot)
    try file.finish()
  }
}
