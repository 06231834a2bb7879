import CloudKitRecords
import CloudKitWire
import JSON

/// Writes the records of an answer.
struct RecordEncoder {
  private let context: OperationContext
  private let schema: PreparedSchema
  private let numbersAsStrings: Bool

  init(_ context: OperationContext, numbersAsStrings: Bool) {
    self.context = context
    schema = context.schema
    self.numbersAsStrings = numbersAsStrings
  }

  /// Writes a record.
  /// - Parameters:
  ///   - desired: the fields asked for; `nil` for all. With none there is no `fields` at all (Apple's example).
  ///   - zone: what queries say beside it.
  func write(_ record: Record, desired: [String]?, zone: WireZone? = nil, to writer: inout JSONWriter) {
    var fields: [String]? = schema.fields(of: record.type)
    if let desired {
      let wanted = Set(desired)
      fields = desired.isEmpty ? nil : fields?.filter { wanted.contains($0) }
    }
    writer.record(
      context.shown(record), fields: fields, types: schema.types, numbersAsStrings: numbersAsStrings, zone: zone,
      referenceZone: .publicDefault)
  }
}
