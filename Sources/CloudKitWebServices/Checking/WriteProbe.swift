import CloudKitRecords

/// A probe that creates one record and deletes it, to check whether writing is allowed.
struct WriteProbe: Sendable {
  let database: CloudKitDatabase
  let record: Record

  /// Runs the probe and returns the result, which names the record if it remains or may remain.
  func finding() async -> ContainerCheck.Finding {
    for kind in [RecordOperation.Kind.create, .forceDelete] {
      let reason: String
      var advice: [String] = []
      var rest = kind == .forceDelete ? "is left; delete it" : nil
      do throws(RecordStoreError) {
        guard let error = try await database.modify([RecordOperation(kind, record)]).first?.error else { continue }
        reason = error.description
        if error.code == .accessDenied { advice.append(Self.role) }
      } catch {
        reason = error.description
        switch error {
        case .unavailable, .malformedReply, .stopped: rest = rest ?? "may be there; if it is, delete it"
        case .accessDenied: advice.append(Self.role)
        case .unauthorized, .badRequest, .limitExceeded, .throttled: break
        }
      }
      if let rest {
        advice.append("the probe record '\(record.name)' of type \(record.type) \(rest) in CloudKit Console")
      }
      return ContainerCheck.Finding(
        .writing, .fails, "a \(record.type) could not be \(kind == .create ? "created" : "deleted"): \(reason)",
        advice.isEmpty ? nil : advice.joined(separator: "; "))
    }
    return ContainerCheck.Finding(.writing, .works, "a \(record.type) could be created and deleted again")
  }

  /// Advice for denied access. No published source confirms that the user of a server-to-server key can have a role.
  private static let role =
    "most likely the key's user is in no role that may: put it into the role the schema grants WRITE to, or grant it to "
    + "\"_icloud\", which lets every signed-in user edit the catalogue"
}
