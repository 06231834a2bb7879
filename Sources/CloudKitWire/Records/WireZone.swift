package import JSON

package struct WireZone: Hashable, Sendable {
  /// The zone name; the public database has only `_defaultZone`.
  package var name: String
  /// The owner's record name; `nil` if not specified.
  package var owner: String?
  /// `DEFAULT_ZONE` or `REGULAR_CUSTOM_ZONE`, in answers.
  package var type: String?

  package static let `default` = WireZone(name: "_defaultZone", owner: nil, type: "DEFAULT_ZONE")

  package init(name: String, owner: String? = nil, type: String? = nil) {
    self.name = name
    self.owner = owner
    self.type = type
  }

  /// Creates a zone from its dictionary; returns `nil` for other values. Some clients send `ownerName`.
  package init?(_ json: JSONValue?) {
    guard let object = json?.object else { return nil }
    self.init(object)
  }

  package init?(_ object: JSONObject) {
    guard let name = object["zoneName"]?.string else { return nil }
    self.init(
      name: name, owner: (object["ownerRecordName"] ?? object["ownerName"])?.string, type: object["zoneType"]?.string)
  }
}

extension JSONWriter {
  package mutating func zone(_ zone: WireZone) {
    object { writer in
      writer.member("zoneName", zone.name)
      writer.member("ownerRecordName", zone.owner)
      writer.member("zoneType", zone.type)
    }
  }
}
