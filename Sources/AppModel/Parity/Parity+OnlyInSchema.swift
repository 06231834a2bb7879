import CloudKitSchema
import Diagnostics

extension Parity {
  /// The finding for a schema without any record type of Core Data; `nil` if there is one, or the app needs none.
  var unmirrored: Diagnostic? {
    let models = written.recordTypes.filter(\.isCoreData)
    guard let first = models.first, !schema.recordTypes.contains(where: \.isCoreData) else { return nil }
    let own = schema.recordTypes.filter { !RecordType.isSystem($0.name) }
    let rule = Rule.modelNotMirrored
    // An app with records of its own can have a model that no store mirrors.
    let isOwn = written.recordTypes.contains { $0.isCode && schema[$0.name] != nil }
    let message =
      own.isEmpty
      ? "\(schema.name) has no record types: nothing has been deployed"
      : "no record type of \(schema.name) begins with CD_: the app writes \(Self.list(own.map(\.name))) itself, or the "
        + "model was never deployed"
    return Diagnostic(
      isOwn ? .warning : rule.severity, rule: rule.id, message, file: first.place?.file ?? schema.name, range: nil,
      subject: first.name,
      help: rule.advice)
  }

  /// Reports what only the schema has: record types of Core Data one by one, others together, fields by record type.
  mutating func reportOnlyInSchema() {
    // The patterns of code do not show all that an app uses.
    let hasCode = written.recordTypes.contains(where: \.isCode)
    var others: [RecordType.Name] = []
    for type in schema.recordTypes where !RecordType.isSystem(type.name) {
      if let needed = written.recordType(named: type.name) {
        if !needed.isCode { reportFieldsOnlyInSchema(of: type, needed) }
      } else if type.isCoreData {
        let isEarlier = options.earlier.recordType(named: type.name) != nil
        let reason = isEarlier ? ": an older version of the model has it" : ""
        reportOnly(type.name, "record type \(type.name) is only in \(schema.name)\(reason)", of: type.name)
      } else {
        others.append(type.name)
      }
    }
    guard let first = others.first, !hasCode else { return }
    for type in others { add(.init(recordType: type, state: .onlyInSchema, rule: .onlyInSchema)) }
    let count = others.count.of("record type")
    reportOnly(nil, "\(count) of \(schema.name) not from the model: \(Self.list(others))", of: first)
  }

  private mutating func reportFieldsOnlyInSchema(of type: RecordType, _ needed: WrittenRecordType) {
    let fields = type.fields.filter {
      needed.field(named: $0.name) == nil && !$0.name.hasPrefix("___") && !isAsset($0.name, of: needed)
    }
    guard !fields.isEmpty else { return }
    let earlier = options.earlier.recordType(named: type.name)
    for field in fields {
      add(
        .init(
          recordType: type.name, field: field.name, state: .onlyInSchema, declared: field.type.description,
          rule: .onlyInSchema))
    }
    let names = fields.map { earlier?.field(named: $0.name) == nil ? $0.name : "\($0.name) (of an older version)" }
    reportOnly(
      nil, "\(fields.count.of("field")) of \(type.name) only in \(schema.name): \(Self.list(names))",
      of: type.name)
  }

  /// Whether a field holds the large values of one that the app writes.
  private func isAsset(_ name: String, of needed: WrittenRecordType) -> Bool {
    guard name.hasSuffix(WrittenSchema.assetSuffix) else { return false }
    return needed.field(named: String(name.dropLast(WrittenSchema.assetSuffix.count))) != nil
  }

  private mutating func reportOnly(_ difference: RecordType.Name?, _ message: String, of type: RecordType.Name) {
    if let difference { add(.init(recordType: difference, state: .onlyInSchema, rule: .onlyInSchema)) }
    report(.onlyInSchema, message, at: nil, subject: type, related: schema[type]?.place)
  }

  /// Maximum names in a message.
  private static let maximumNames = 10

  private static func list(_ names: [String]) -> String {
    let more = names.count - maximumNames
    return names.prefix(maximumNames).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }
}

extension WrittenRecordType {
  var isCoreData: Bool { RecordType(name: name).isCoreData }
}

extension RecordType {
  /// Whether Core Data creates record types with such a name.
  fileprivate var isCoreData: Bool { name.hasPrefix("CD_") || name == "CDMR" }
}
