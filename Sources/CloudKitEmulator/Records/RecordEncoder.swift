import CloudKitRecords
import CloudKitWire
import JSON

/// An encoder of the records in an answer.
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
  ///  - desired: the requested fields; `nil` for all. An empty list omits `fields` entirely (Apple's example).
  ///  - zone: the zone that query answers include.
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
