package import CloudKitRecords
package import JSON

/// Typed members of requests.
extension JSONObject {
  /// The text of a string; `nil` where there is none.
  package func string(_ name: String) throws(RecordStoreError) -> String? {
    guard let value = self[name] else { return nil }
    guard let text = value.string else { throw .unexpected }
    return text
  }

  /// The strings of an array; `nil` where there is none.
  func strings(_ name: String) throws(RecordStoreError) -> [String]? {
    guard let value = self[name] else { return nil }
    guard let array = value.array else { throw .unexpected }
    let strings = array.compactMap(\.string)
    guard strings.count == array.count else { throw .unexpected }
    return strings
  }

  /// The objects of an array; a single object stands for an array of it, which CloudKit takes (recorded 2023).
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

  /// The zone that `zoneID` names; `nil` where it is not said.
  package func zone() throws(RecordStoreError) -> WireZone? {
    guard let value = self["zoneID"] else { return nil }
    guard let zone = WireZone(value) else { throw .unexpected }
    return zone
  }
}
