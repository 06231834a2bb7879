package import CloudKitRecords
package import CloudKitSchema
import Diagnostics

/// The changes that copy the values of one field to another of the same record type, where the other has none.
package struct FieldBackfill: Sendable {
  private let from: Field
  private let to: Field
  private let convert: FieldConversion

  /// - Throws: A mistake if a field is unknown, only CloudKit sets it, or the types do not fit.
  package init(
    of type: RecordType, from: String, to: String, unit: FieldConversion.Unit?
  ) throws(RequestMistake) {
    if from == to { throw RequestMistake("--from-field and --to-field name the same field, \(from)") }
    self.from = try type.settableField(from)
    self.to = try type.settableField(to)
    convert = try FieldConversion(from: self.from, to: self.to, unit: unit)
  }

  /// Returns the changes for records of the type. A record with another value in the target is skipped: a program that
  /// knows the new field may have written it. A value without an equal is a problem.
  package func plan(for records: [Record]) -> RecordPlan {
    var plan = RecordPlan()
    for record in records {
      guard let value = record.fields[from.name] else {
        plan.unchanged += 1
        continue
      }
      guard let converted = convert(value) else {
        let text = DisplayText.line(value.shownText(), atMost: 60)
        plan.problems.append(.init(record, "\(from.name) has no equal in \(to.name), which is \(to.type): \(text)"))
        continue
      }
      if let present = record.fields[to.name], !present.isIdentical(to: converted) {
        plan.skipped += 1
      } else if let change = RecordPlanner.change(record, setting: [to.name: converted], clearing: []) {
        plan.changes.append(change)
      } else {
        plan.unchanged += 1
      }
    }
    return plan
  }
}
