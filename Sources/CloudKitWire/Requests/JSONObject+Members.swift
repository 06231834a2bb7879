package import CloudKitRecords
package import JSON

/// Typed access to the members of requests.
extension JSONObject {
  /// `nil` if the member is missing.
  package func string(_ name: String) throws(RecordStoreError) -> String? { try member(name) { $0.string } }

  /// Returns the strings of an array member; `nil` if the member is missing.
  func strings(_ name: String) throws(RecordStoreError) -> [String]? {
    try member(name) { value in value.array.flatMap { Self.all($0.map(\.string)) } }
  }

  /// Returns the objects of an array member; `nil` if missing. CloudKit accepts one object as an array (recorded 2023).
  package func objects(_ name: String) throws(RecordStoreError) -> [JSONObject]? {
    try member(name) { value in
      value.object.map { [$0] } ?? value.array.flatMap { Self.all($0.map(\.object)) }
    }
  }

  func flag(_ name: String) throws(RecordStoreError) -> Bool? { try member(name) { $0.bool } }

  /// Returns the zone in `zoneID`; `nil` if not specified.
  package func zone() throws(RecordStoreError) -> WireZone? { try member("zoneID") { WireZone($0) } }

  private func member<Value>(_ name: String, _ read: (JSONValue) -> Value?) throws(RecordStoreError) -> Value? {
    guard let value = self[name] else { return nil }
    guard let value = read(value) else { throw .unexpected }
    return value
  }

  /// Returns the elements if none is missing.
  private static func all<Element>(_ elements: [Element?]) -> [Element]? {
    let found = elements.compactMap(\.self)
    return found.count == elements.count ? found : nil
  }
}
