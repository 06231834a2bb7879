import Foundation
import JSON

/// A form of field values as JSON. One reader and one writer serve all of them.
package enum ValueDialect: Hashable, Sendable {
  /// CloudKit Web Services, by the rules that CloudKit applies to values from clients: whole numbers have no fraction
  /// and no exponent.
  case wire
  /// CloudKit Web Services, read leniently: numbers may be strings, dates may have a fraction of a millisecond, the
  /// action of a reference may be undocumented, and a missing type is the declared one.
  case lenientWire
  /// Plans and record files, beside the name of the type.
  case tagged
  /// The columns of a local container: a reference without an action is its record name.
  case stored
  /// JSON as people write it: as `stored`, but with dates in ISO 8601 or milliseconds, and places as text or objects.
  case plain

  /// Whether a reference without an action is its record name alone.
  var abbreviatesReferences: Bool { self == .stored || self == .plain }

  /// Whether the members of a reference are written in the order of their names.
  var sortsMembers: Bool { self == .tagged || self == .plain }

  func integer(_ json: JSONValue) -> Int64? {
    switch self {
    case .lenientWire: if let text = json.string { Int64(text) } else { json.integer }
    case .wire: json.integer
    case .tagged, .stored, .plain: json.int64
    }
  }

  func number(_ json: JSONValue) -> Double? {
    guard self == .lenientWire, let text = json.string else { return json.double }
    return Double(text).flatMap { $0.isFinite ? $0 : nil }
  }

  func timestamp(_ json: JSONValue) -> Timestamp? {
    if self == .plain, let text = json.string { return text.contains("T") ? Timestamp(iso8601: text) : nil }
    if let milliseconds = integer(json) { return Timestamp(milliseconds: milliseconds) }
    guard self == .lenientWire, let number = number(json) else { return nil }
    return Int64(exactly: number.rounded()).map(Timestamp.init(milliseconds:))
  }

  func reference(_ json: JSONValue) -> Reference? {
    if abbreviatesReferences, let text = json.string {
      return self == .plain ? Reference(text: text) : Reference(RecordName(text))
    }
    guard let object = json.object, let name = object["recordName"]?.string else { return nil }
    guard let action = object["action"] else { return Reference(RecordName(name)) }
    if let action = action.string.flatMap(Reference.Action.init) { return Reference(RecordName(name), action: action) }
    // The server decides what an undocumented action does.
    return self == .lenientWire ? Reference(RecordName(name)) : nil
  }

  func location(_ json: JSONValue) -> Location? {
    if self == .plain, let text = json.string { return Location(text: text) }
    guard let object = json.object, let latitude = object["latitude"]?.double,
      let longitude = object["longitude"]?.double
    else { return nil }
    var place = Location(latitude: latitude, longitude: longitude)
    for (name, path) in Location.measures {
      place[keyPath: path] = object[name]?.double
      // In answers, members of another type are ignored.
      if self != .lenientWire, object[name] != nil, place[keyPath: path] == nil { return nil }
    }
    place.timestamp = object["timestamp"].flatMap(timestamp)
    return self != .lenientWire && object["timestamp"] != nil && place.timestamp == nil ? nil : place
  }
}
