package import CloudKitRecords
package import JSON

/// Typed access to the members of requests.
extension JSONObject {
  /// Returns the value of a string member; `nil` if the member is missing.
  package func string(_ name: String) throws(RecordStoreError) -> String? {
    guard let value = self[name] else { return nil }
    guard let text = value.string else { throw .unexpected }
    return text
  }

  /// Returns the strings of an array member; `nil` if the member is missing.
  func strings(_ name: String) throws(RecordStoreError) -> [String]? {
    guard let value = self[name] else { return nil }
    guard let array = value.array else { throw .unexpected }
    let strings = array.compactMap(\.string)
    guard strings.count == array.count else { throw .unexpected }
    return strings
  }

  /// Returns the objects of an array member; `nil` if missing. CloudKit accepts one object as an array (recorded 2023).
  package func objects(_ name: String) throws(RecordStoreError) -> [JSONObject]? {
    guard let value = self[name] else { return nil }
    if let object = value.object { return [object] }
    guard let array = value.array else { throw .unexpected }
    let objects = array.compactMap(\.object)
    guard objects.count == array.count else { throw .unexpected }
    return objects
  }

  func flag(_ name: String) throws(RecordStoreError) -> Bool? {
    guard let value = self[name] else { return nil }
    guard let flag = value.bool else { throw .unexpected }
    return flag
  }

  /// Returns the zone in `zoneID`; `nil` if not specified.
  package func zone() throws(RecordStoreError) -> WireZone? {
    guard let value = self["zoneID"] else { return nil }
    guard let zone = WireZone(value) else { throw .unexpected }
    return zone
  }
}
