import CloudKitRecords
import CloudKitSchema
import Foundation
import JSON

/// A reader of JSON values.
struct ValueReader {
  private let tolerance: WireField.Tolerance

  init(_ tolerance: WireField.Tolerance) { self.tolerance = tolerance }

  /// Returns the value read as the specified type.
  func value(_ json: JSONValue, of type: FieldType) throws(RecordError) -> FieldValue {
    guard type.isList else { return try scalar(json, of: type) }
    guard let members = json.array else { throw RecordError.misfit(type) }
    var values: [FieldValue] = []
    for member in members { values.append(try scalar(member, of: FieldType(type.primitive))) }
    return .list(values)
  }

  /// Returns the value read as its inferred type; `nil` if it matches no field type.
  func inferred(_ json: JSONValue) -> FieldValue? {
    if let number = json.integer { return .int64(number) }
    if let number = json.double { return .double(number) }
    if let text = json.string { return .string(text) }
    if let values = json.array {
      let members = values.compactMap { inferred($0) }
      guard members.count == values.count, Set(members.map(\.typeName)).count < 2, members.first?.list == nil else {
        return nil
      }
      return .list(members)
    }
    guard let object = json.object else { return nil }
    let type: FieldType.Primitive =
      object.has("recordName") ? .reference : object.has("latitude") ? .location : .asset
    return try? scalar(json, of: FieldType(type))
  }

  private func scalar(_ json: JSONValue, of type: FieldType) throws(RecordError) -> FieldValue {
    switch type.primitive {
    case .string: if let text = json.string { return .string(text) }
    case .int64: if let number = integer(json) { return .int64(number) }
    case .double: if let number = number(json) { return .double(number) }
    case .number:
      if let number = json.integer { return .int64(number) }
      if let number = number(json) { return .double(number) }
    case .timestamp: if let moment = timestamp(json) { return .timestamp(moment) }
    case .bytes:
      if let text = json.string, let data = Data(base64Encoded: text) { return .bytes([UInt8](data)) }
    case .reference: if let reference = reference(json) { return .reference(reference) }
    case .location: if let location = location(json) { return .location(location) }
    case .asset:
      guard let asset = json.object.flatMap({ Asset($0) }) else { throw .unknownAsset }
      return .asset(asset)
    }
    throw RecordError.misfit(type)
  }

  private func integer(_ json: JSONValue) -> Int64? {
    if tolerance == .lenient, let text = json.string { return Int64(text) }
    return json.integer
  }

  private func number(_ json: JSONValue) -> Double? {
    if tolerance == .lenient, let text = json.string { return Double(text).flatMap { $0.isFinite ? $0 : nil } }
    return json.double
  }

  private func timestamp(_ json: JSONValue) -> Timestamp? {
    if let milliseconds = integer(json) { return Timestamp(milliseconds: milliseconds) }
    guard tolerance == .lenient, let number = number(json) else { return nil }
    return Int64(exactly: number.rounded()).map(Timestamp.init(milliseconds:))
  }

  private func reference(_ json: JSONValue) -> Reference? {
    guard let object = json.object, let name = object["recordName"]?.string else { return nil }
    // Clients write only to the public database, which has a single zone. References in answers may name other zones.
    if tolerance == .strict, object["zoneID"] != nil, WireZone(object["zoneID"])?.name != WireZone.default.name {
      return nil
    }
    guard let text = object["action"]?.string else { return Reference(RecordName(name)) }
    if let action = Reference.Action(rawValue: text) { return Reference(RecordName(name), action: action) }
    // The server decides what an undocumented action does, so answers with one are accepted.
    return tolerance == .lenient ? Reference(RecordName(name)) : nil
  }

  private func location(_ json: JSONValue) -> Location? {
    // In requests, optional members must have the correct type. In answers, members of another type are ignored.
    guard let object = json.object, var location = Location(object, isStrict: tolerance == .strict) else { return nil }
    if tolerance == .lenient { location.timestamp = object["timestamp"].flatMap(timestamp) }
    return location
  }
}
