import CloudKitRecords
import Diagnostics

/// A probe that creates one record and deletes it, to check whether writing is allowed and as whom.
struct WriteProbe: Sendable {
  let database: CloudKitDatabase
  let record: Record
  /// A record that every signed-in user may create, to learn the name of the key's user; `nil` if the schema has no
  /// such type.
  let ownRecord: Record?

  /// The result of creating and deleting a record.
  private struct Attempt {
    var user: RecordName?
    /// Why the record could not be created or deleted; `nil` if it could.
    var problem: String?
    var isDenied = false
    /// How to remove the record, if it remains or may remain.
    var rest: String?
  }

  /// Runs the probe and returns the result, which names the record if it remains or may remain.
  func check() async -> Check {
    var attempt = await attempt(record)
    guard let problem = attempt.problem else {
      return Check("writing", .works, "a \(record.type) could be created and deleted again")
    }
    var advice: [String] = []
    if attempt.isDenied {
      if let ownRecord {
        let own = await self.attempt(ownRecord, namesUser: true)
        attempt.user = own.user
        attempt.rest = attempt.rest ?? own.rest
      }
      // No published source confirms that the user of a server-to-server key can have a role.
      advice.append(
        "most likely the key's user\(attempt.user.map { ", \($0)," } ?? "") is in no role that may: put it into the role "
          + "the schema grants WRITE to, or grant it to \"_icloud\", which lets every signed-in user edit the catalog")
    }
    if let rest = attempt.rest { advice.append(rest) }
    return Check(
      "writing", .fails, problem, advice.isEmpty ? nil : advice.joined(separator: "; "))
  }

  /// Creates a record and deletes it.
  /// - Parameter namesUser: Whether to read the record for the name of its creator.
  private func attempt(_ record: Record, namesUser: Bool = false) async -> Attempt {
    var attempt = Attempt()
    for kind in [RecordOperation.Kind.create, .forceDelete] {
      var rest = kind == .forceDelete ? "is left; delete it" : nil
      do throws(RecordStoreError) {
        guard let error = try await database.modify([RecordOperation(kind, record)]).first?.error else {
          if namesUser, kind == .create {
            attempt.user = try? await database.lookup([record.name], desiredFields: [])[record.name]?.created?.by
          }
          continue
        }
        attempt.problem = error.description
        attempt.isDenied = error.code == .accessDenied
      } catch {
        attempt.problem = error.description
        switch error {
        case .unavailable, .malformedReply, .stopped: rest = rest ?? "may be there; if it is, delete it"
        case .accessDenied: attempt.isDenied = true
        case .unauthorized, .badRequest, .limitExceeded, .throttled: break
        }
      }
      let verb = kind == .create ? "created" : "deleted"
      attempt.problem = attempt.problem.map { "a \(record.type) could not be \(verb): \($0)" }
      attempt.rest = rest.map {
        "the probe record '\(record.name)' of type \(record.type) \($0) in CloudKit Console"
      }
      break
    }
    return attempt
  }
}
