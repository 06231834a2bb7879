import CloudKitRecords
package import JSON

/// What `zones/list` and `zones/lookup` answer.
package struct ZonesAnswer: Hashable, Sendable {
  /// What the answer says of one zone.
  package enum Item: Hashable, Sendable {
    case zone(WireZone, syncToken: String?)
    case failed(WireZone?, ServerError)
  }

  /// The zones.
  package let items: [Item]
  /// The database's state.
  package let syncToken: String?
  /// Whether there are more.
  package let moreComing: Bool

  /// An answer.
  package init(_ items: [Item], syncToken: String?) {
    self.items = items
    self.syncToken = syncToken
    moreComing = false
  }

  /// An answer from a body.
  /// - Throws: where it is not what zones are answered in.
  package init(_ body: JSONObject) throws(RequestError) {
    guard let zones = body["zones"]?.array else { throw RequestError(reason: "the answer has no 'zones'") }
    items = try zones.map { (json) throws(RequestError) in
      guard let object = json.object else { throw RequestError(reason: "an item of 'zones' is not an object") }
      let zone = WireZone(object["zoneID"])
      if let error = ServerError(object) { return .failed(zone, error) }
      guard let zone else { throw RequestError(reason: "an item of 'zones' names no zone") }
      return .zone(zone, syncToken: object["syncToken"]?.string)
    }
    syncToken = body["syncToken"]?.string
    moreComing = body["moreComing"]?.bool ?? false
  }

  /// The body, in the recorded order of its keys.
  package var body: [UInt8] {
    JSONWriter.document { writer in
      writer.object { writer in
        writer.member("moreComing", moreComing)
        writer.member("syncToken", syncToken)
        writer.name("zones")
        writer.array(items) { writer, item in
          writer.object { writer in
            switch item {
            case .zone(let zone, let syncToken):
              writer.name("zoneID")
              writer.zone(zone)
              writer.member("syncToken", syncToken)
            case .failed(let zone, let error):
              if let zone {
                writer.name("zoneID")
                writer.zone(zone)
              }
              writer.member("serverErrorCode", error.code.rawValue)
              writer.member("reason", error.reason)
            }
          }
        }
      }
    }
  }
}

/// The zones a `zones/lookup` request names.
package struct ZonesLookupRequest: Hashable, Sendable {
  /// The zones.
  package let zones: [WireZone]

  /// The request from a body.
  /// - Throws: where it names no zones.
  package init(_ body: JSONObject) throws(RequestError) {
    guard let objects = try body.objects("zones") else { throw .missing("zones") }
    zones = try objects.map { (object) throws(RequestError) in
      guard let zone = WireZone(object["zoneID"]) ?? WireZone(object) else { throw .missing("zoneName") }
      return zone
    }
  }
}
