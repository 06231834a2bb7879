package import CloudKitRecords
package import CloudKitSchema
import CloudKitWire
package import Diagnostics

/// A step-by-step check of whether a container is usable. It writes nothing unless a write probe is requested.
package struct ContainerCheck: Sendable {
  private let database: CloudKitDatabase
  private let schema: Schema

  /// - Parameter schema: What the container should have.
  package init(_ database: CloudKitDatabase, schema: Schema) {
    self.database = database
    self.schema = schema
  }

  /// Checks every subject in order. Subjects that an earlier failure makes impossible to check are skipped.
  /// - Parameter probe: the name of a record to create and delete, to check whether writing is allowed; `nil` to write
  ///   nothing.
  /// - Throws: only `.stopped`, if the task is cancelled; no probe record remains then.
  package func checks(writing probe: RecordName?) async throws(RecordStoreError) -> [Check] {
    var checks = try await access()
    guard checks.allSatisfy({ $0.state != .fails }) else { return checks }
    let (types, isAnswering) = try await types()
    checks += types
    if isAnswering { checks.append(try await writing(probe)) }
    return checks
  }

  /// Checks the server, the key and the clock. Looking up a record that does not exist requires no index and no data.
  private func access() async throws(RecordStoreError) -> [Check] {
    let answers = Check("server", .works, "\(database.address.host) answers")
    let accepted = Check(
      "key", .works, "the key is accepted for \(database.address.environment.rawValue) of \(database.address.container)"
    )
    var checks: [Check]
    do throws(RecordStoreError) {
      _ = try await database.lookup(["celestra-admin-check"], desiredFields: [])
      checks = [answers, accepted]
    } catch {
      switch error {
      case .stopped: throw error
      case .accessDenied(let reason):
        let advice = "GRANT READ on the record types to \"_world\", or to a role the key's user is in"
        checks = [answers, accepted, Check("reading", .fails, "records cannot be read: \(reason)", advice)]
      case .unauthorized(let reason):
        let advice = "compare CLOUDKIT_KEY_ID, CLOUDKIT_CONTAINER_ID, and CLOUDKIT_ENVIRONMENT with CloudKit Console"
        checks = [answers, Check("key", .fails, reason, advice)]
      case .malformedReply(let reason):
        let advice = "what answers is not CloudKit: look for a proxy on the way to \(database.address.host)"
        checks = [Check("server", .fails, reason, advice)]
      case .badRequest(let reason), .limitExceeded(let reason):
        let advice = "see whether \(database.address.container) is spelt as in CloudKit Console"
        checks = [answers, Check("key", .fails, "the container is refused: \(reason)", advice)]
      case .unavailable, .throttled:
        let advice = "look at the lines on network, certificates, and clock; or try again later"
        checks = [Check("server", .fails, error.description, advice)]
      }
    }
    checks.insert(contentsOf: clock(), at: min(2, checks.count))
    return checks
  }

  private func clock() -> [Check] {
    guard let skew = database.clockSkew else { return [] }
    let seconds = Int((skew / .seconds(1)).rounded())
    let side = seconds > 0 ? "ahead of" : "behind"
    if abs(seconds) < 120 { return [Check("clock", .works, "this machine's clock agrees with the server's")] }
    // Signatures are valid for 10 minutes before and after their date.
    let text = "this machine's clock is \(abs(seconds)) s \(side) the server's; 600 s are too many"
    return [Check("clock", abs(seconds) < 600 ? .works : .fails, text, "set the clock")]
  }

  /// Sends two queries per type: one that lists all records, and one that uses every declared index.
  /// - Returns: the checks, and whether the server kept answering.
  private func types() async throws(RecordStoreError) -> ([Check], isAnswering: Bool) {
    var missing: [Check] = []
    var unread: [Check] = []
    for type in schema.recordTypes where !RecordType.isSystem(type.name) {
      let listing = Query(type.name, desiredFields: [], limit: 1)
      for query in [listing, type.queryOfEveryIndex] {
        guard let error = try await failure(of: query) else { continue }
        switch error {
        case .unavailable, .malformedReply, .throttled, .stopped:
          let text = "\(type.name) could not be read: \(error)"
          return (missing + unread + [Check("reading", .fails, text, "what comes after it was not looked at")], false)
        case .accessDenied(let reason):
          unread.append(
            Check("reading", .fails, "\(type.name) cannot be read: \(reason)", remedy(forReading: type)))
        case .badRequest(let reason), .limitExceeded(let reason), .unauthorized(let reason):
          let advice = remedy(for: type, isListing: query == listing)
          missing.append(Check("schema", .fails, "\(type.name): \(reason)", advice))
        }
        break
      }
    }
    if !missing.isEmpty { return (missing + unread, true) }
    let schema = Check(
      "schema", .works, "the \(schema.recordTypes.count) record types and their indexes are there")
    return ([schema] + (unread.isEmpty ? [Check("reading", .works, "every record type can be read")] : unread), true)
  }

  /// `nil` if the query succeeds.
  private func failure(of query: Query) async throws(RecordStoreError) -> RecordStoreError? {
    do throws(RecordStoreError) {
      _ = try await database.query(query, after: nil)
      return nil
    } catch {
      if error == .stopped { throw error }
      return error
    }
  }

  /// Returns how to deploy a record type as declared, including the index that allows listing its records.
  private func remedy(for type: RecordType, isListing: Bool) -> String {
    let remedy =
      database.address.environment == .production
      ? "deploy the schema to production in CloudKit Console"
      : "import the schema: celestra-admin schema push, or xcrun cktool import-schema"
    let isListed = type.field(named: SystemField.recordID.rawValue)?.indexes.contains(.queryable) == true
    guard isListing, !isListed else { return remedy }
    return "declare \"\(SystemField.recordID.rawValue)\" REFERENCE QUERYABLE in the schema file's \(type.name), then "
      + remedy
  }

  /// Returns how to read a record type: by a role that the schema lets read, since not everyone may read private types.
  private func remedy(forReading type: RecordType) -> String {
    let roles = type.grants.lazy.filter { $0.permissions.contains(.read) }.map(\.role).filter {
      SystemRole(rawValue: $0) == nil
    }
    return roles.isEmpty
      ? "GRANT READ on \(type.name) to \"_world\", or to a role the key's user is in"
      : "give the key's user the role \(roles.joined(separator: " or ")), which the schema lets read \(type.name)"
  }

  private func writing(_ probe: RecordName?) async throws(RecordStoreError) -> Check {
    guard let probe else {
      return Check(
        "writing", .unknown, "whether writing is allowed was not tried",
        "--write-probe creates one record and deletes it")
    }
    guard let type = schema.recordTypes.first(where: { !RecordType.isSystem($0.name) }) else {
      return Check("writing", .unknown, "the schema has no record type to write")
    }
    if Task.isCancelled { throw .stopped }
    let own = schema.recordTypes.first(where: \.isOpenToUsers).map {
      Record(type: $0.name, name: RecordName(probe.rawValue + "-user"))
    }
    let write = WriteProbe(database: database, record: Record(type: type.name, name: probe), ownRecord: own)
    // A separate task is not cancelled, so the created record is always deleted.
    return await Task { await write.check() }.value
  }
}

extension RecordType {
  /// Whether every signed-in user may create records, and read and delete their own.
  fileprivate var isOpenToUsers: Bool {
    func allows(_ permission: Permissions, _ roles: [SystemRole]) -> Bool {
      grants.contains { grant in
        grant.permissions.contains(permission) && roles.contains { $0.rawValue == grant.role }
      }
    }
    return allows(.create, [.icloud]) && allows(.write, [.icloud, .creator])
      && allows(.read, [.world, .icloud, .creator])
  }

  /// A query that filters by every QUERYABLE or SEARCHABLE field and sorts by every SORTABLE field, so that the server
  /// names any missing index.
  fileprivate var queryOfEveryIndex: Query {
    var query = Query(name, desiredFields: [], limit: 1)
    for field in fields {
      if field.indexes.contains(.queryable), let value = field.type.probe {
        query.filters.append(Filter(field.name, field.type.isList ? .listContains : .equals, value))
      }
      if field.indexes.contains(.sortable), !field.type.isList { query.sorts.append(Sort(field.name)) }
      if field.indexes.contains(.searchable) {
        query.filters.append(Filter(field.name, .containsAllTokens, .string("celestra")))
      }
    }
    return query
  }
}

extension FieldType {
  /// A value to compare the field with; `nil` if the type does not support comparison.
  fileprivate var probe: FieldValue? {
    switch primitive {
    case .string: .string("celestra-admin-check")
    case .int64, .number: .int64(0)
    case .double: .double(0)
    case .timestamp: .timestamp(Timestamp(milliseconds: 0))
    case .bytes: .bytes([0])
    case .reference: .reference(Reference("celestra-admin-check"))
    // Locations are compared by distance only.
    case .location, .asset: nil
    }
  }
}
