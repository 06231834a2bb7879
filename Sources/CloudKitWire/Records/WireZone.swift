package import JSON

/// A zone's identification on the wire.
package struct WireZone: Hashable, Sendable {
  /// The name; the public database has `_defaultZone` only.
  package var name: String
  /// The owner's record name; `nil` where it was not said.
  package var owner: String?
  /// `DEFAULT_ZONE` or `REGULAR_CUSTOM_ZONE`, in answers.
  package var type: String?

  /// The zone of the public database.
  package static let `default` = WireZone(name: "_defaultZone", owner: nil, type: "DEFAULT_ZONE")

  /// A zone.
  package init(name: String, owner: String? = nil, type: String? = nil) {
    self.name = name
    self.owner = owner
    self.type = type
  }

  /// A zone from its dictionary; `nil` for anything else. `ownerName` is what some clients send.
  package init?(_ json: JSONValue?) {
    guard let object = json?.object else { return nil }
    self.init(object)
  }

  /// A zone from the members of its dictionary.
  init?(_ object: JSONObject) {
    guard let name = object["zoneName"]?.string else { return nil }
    self.init(
      name: name, owner: (object["ownerRecordName"] ?? object["ownerName"])?.string, type: object["zoneType"]?.string)
  }
}

extension JSONWriter {
  /// A zone's dictionary.
  package mutating func zone(_ zone: WireZone) {
    object { writer in
      writer.member("zoneName", zone.name)
      writer.member("ownerRecordName", zone.owner)
      writer.member("zoneType", zone.type)
    }
  }
}
