package import JSON

/// A request of CloudKit Web Services that carries JSON.
package protocol WireRequest: Sendable {
  /// What comes after the database in the address, such as `records/query`.
  static var operation: String { get }
  /// Writes the body.
  func write(to writer: inout JSONWriter)
  /// The request from a body.
  /// - Throws: where something the documentation requires is not there, or is something else.
  init(_ body: JSONObject) throws(RequestError)
}

extension WireRequest {
  /// The body.
  package var body: [UInt8] { JSONWriter.document { write(to: &$0) } }
}

/// Why a request as a whole is refused. The texts are CloudKit's where one is known (reported from live use).
package struct RequestError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text.
  package let reason: String

  /// A refusal with a text of its own.
  package init(reason: String) { self.reason = reason }

  /// What has to be there is not.
  static func missing(_ field: String) -> RequestError {
    RequestError(reason: "BadRequestException: missing required field '\(field)'")
  }

  /// Something stands where something else belongs.
  package static let unexpected = RequestError(reason: "BadRequestException: Unexpected input")

  package var description: String { reason }
}

extension JSONObject {
  /// The text of a string; `nil` where there is none.
  package func string(_ name: String) throws(RequestError) -> String? {
    guard let value = self[name] else { return nil }
    guard let text = value.string else { throw .unexpected }
    return text
  }

  /// The strings of an array; `nil` where there is none.
  func strings(_ name: String) throws(RequestError) -> [String]? {
    guard let value = self[name] else { return nil }
    guard let array = value.array else { throw .unexpected }
    let strings = array.compactMap(\.string)
    guard strings.count == array.count else { throw .unexpected }
    return strings
  }

  /// The objects of an array; a single object stands for an array of it, which CloudKit takes (recorded 2023).
  package func objects(_ name: String) throws(RequestError) -> [JSONObject]? {
    guard let value = self[name] else { return nil }
    if let object = value.object { return [object] }
    guard let array = value.array else { throw .unexpected }
    let objects = array.compactMap(\.object)
    guard objects.count == array.count else { throw .unexpected }
    return objects
  }

  func flag(_ name: String) throws(RequestError) -> Bool? {
    guard let value = self[name] else { return nil }
    guard let flag = value.bool else { throw .unexpected }
    return flag
  }

  /// The zone that `zoneID` names; `nil` where it is not said.
  package func zone() throws(RequestError) -> WireZone? {
    guard let value = self["zoneID"] else { return nil }
    guard let zone = WireZone(value) else { throw .unexpected }
    return zone
  }
}
