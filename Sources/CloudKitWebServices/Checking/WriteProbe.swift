import CloudKitRecords

/// Creates one record and deletes it, to see whether writing is allowed.
struct WriteProbe: Sendable {
  let database: CloudKitDatabase
  let record: Record

  /// What came of it. Where the record is left, or may be, its name is told.
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
        case .unauthorized(let reason) where reason.contains("ACCESS_DENIED"): advice.append(Self.role)
        case .unauthorized, .badRequest, .limitExceeded, .throttled: break
        }
      }
      if let rest {
        advice.append("the probe record '\(record.name)' of type \(record.type) \(rest) in CloudKit Console")
      }
      return ContainerCheck.Finding(
        subject: .writing, state: .fails,
        text: "a \(record.type) could not be \(kind == .create ? "created" : "deleted"): \(reason)",
        advice: advice.isEmpty ? nil : advice.joined(separator: "; "))
    }
    return ContainerCheck.Finding(
      subject: .writing, state: .works, text: "a \(record.type) could be created and deleted again")
  }

  /// Whether the user of a server-to-server key can be put into a role is not confirmed by anything published.
  private static let role =
    "most likely the key's user is in no role that may: put it into the role the schema grants WRITE to, or grant it to "
    + "\"_icloud\", which lets every signed-in user edit the catalogue"
}
