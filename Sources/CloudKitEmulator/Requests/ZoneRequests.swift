import CloudKitRecords
import CloudKitWire
import JSON

extension OperationContext {
  /// The answer to `zones/list`: the default zone, the only one of a public database.
  var listedZones: Answer { zones([.default], syncToken: "AQAAAAAAAAAA") }

  /// Answers `zones/lookup`: each named zone or its error.
  func lookedUpZones(_ body: RequestBody) throws -> Answer {
    guard let objects = try body.object.objects("zones") else { throw RecordStoreError.missing("zones") }
    let named = try objects.map { object in
      guard let zone = WireZone(object["zoneID"]) ?? WireZone(object) else {
        throw RecordStoreError.missing("zoneName")
      }
      return zone
    }
    return zones(named, syncToken: nil)
  }

  /// Returns an answer that lists zones, with the recorded order of keys.
  private func zones(_ zones: [WireZone], syncToken: String?) -> Answer {
    Answer { writer in
      writer.member("moreComing", false)
      writer.member("syncToken", syncToken)
      writer.name("zones")
      writer.array(zones) { writer, zone in
        writer.object { writer in
          let isDefault = zone.name == WireZone.default.name
          writer.name("zoneID")
          writer.zone(isDefault ? .publicDefault : zone)
          if !isDefault {
            writer.member("serverErrorCode", RecordError.zoneNotFound.code.rawValue)
            writer.member("reason", RecordError.zoneNotFound.reason)
          }
        }
      }
    }
  }

  /// Rejects every zone except the default one.
  func check(_ zone: WireZone?) throws {
    guard zone == nil || zone?.name == WireZone.default.name else { throw Refusal(.zoneNotFound) }
  }
}

extension RecordError {
  /// The error for other zones; a public database has only the default zone.
  fileprivate static let zoneNotFound = RecordError(.zoneNotFound, "Zone not found")
}

extension WireZone {
  /// The default zone as shown in answers.
  static let publicDefault = WireZone(name: "_defaultZone", owner: "_defaultOwner", type: "DEFAULT_ZONE")
}
