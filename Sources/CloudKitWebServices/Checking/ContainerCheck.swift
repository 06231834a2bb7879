package import CloudKitRecords
package import CloudKitSchema

/// Finds out, step by step, whether a container can be worked with. Nothing is written, unless it is asked for.
package struct ContainerCheck: Sendable {
  /// What is looked at.
  package enum Subject: String, CaseIterable, Sendable {
    case server, key, clock, schema, reading, writing
  }

  /// What was found out about one thing.
  package struct Finding: Hashable, Sendable {
    /// Whether it works.
    package enum State: String, Sendable {
      case works, fails, unknown
    }

    /// What was looked at.
    package let subject: Subject
    /// Whether it works.
    package let state: State
    /// What was seen.
    package let text: String
    /// What to do about it; `nil` where there is nothing to do.
    package var advice: String?
  }

  private let database: CloudKitDatabase
  private let schema: Schema

  /// A check of a container that is to have a schema.
  package init(_ database: CloudKitDatabase, schema: Schema) {
    self.database = database
    self.schema = schema
  }

  /// Looks at everything that can be; what comes after a failure that hides it is left out.
  /// - Parameter probe: the name of a record to create and delete, to see whether writing is allowed; `nil` to write
  ///   nothing.
  /// - Throws: `.stopped` where the task is cancelled, and nothing else; no record is left then.
  package func findings(writing probe: RecordName?) async throws(RecordStoreError) -> [Finding] {
    var findings = try await access()
    guard findings.allSatisfy({ $0.state != .fails }) else { return findings }
    let (types, isAnswering) = try await types()
    findings += types
    if isAnswering { findings.append(try await writing(probe)) }
    return findings
  }

  /// A look-up of a record that is not there needs no index and no data.
  private func access() async throws(RecordStoreError) -> [Finding] {
    let answers = Finding(subject: .server, state: .works, text: "\(database.host) answers")
    let accepted = Finding(
      subject: .key, state: .works,
      text: "the key is accepted for \(database.environment.rawValue) of \(database.container)")
    var findings: [Finding]
    do throws(RecordStoreError) {
      _ = try await database.lookup(["celestra-admin-check"], desiredFields: [])
      findings = [answers, accepted]
    } catch {
      switch error {
      case .stopped: throw error
      case .unauthorized(let reason) where reason.contains("ACCESS_DENIED"):
        findings = [
          answers, accepted,
          Finding(
            subject: .reading, state: .fails, text: "records cannot be read: \(reason)",
            advice: "GRANT READ on the record types to \"_world\", or to a role the key's user is in"),
        ]
      case .unauthorized(let reason): findings = [answers, Finding(subject: .key, state: .fails, text: reason)]
      // CloudKit gives a code for what it refuses.
      case .badRequest(let reason) where reason.hasPrefix("CloudKit answered with status "):
        findings = [
          Finding(
            subject: .server, state: .fails, text: reason,
            advice: "what answers is not CloudKit: look for a proxy on the way to \(database.host)")
        ]
      case .badRequest(let reason):
        findings = [
          answers,
          Finding(
            subject: .key, state: .fails, text: "the container is refused: \(reason)",
            advice: "see whether \(database.container) is spelt as in CloudKit Console"),
        ]
      case .unavailable, .malformedReply, .throttled, .limitExceeded:
        findings = [
          Finding(
            subject: .server, state: .fails, text: error.description,
            advice: "see whether this machine reaches \(database.host), and try again")
        ]
      }
    }
    findings.insert(contentsOf: clock(), at: min(2, findings.count))
    return findings
  }

  private func clock() -> [Finding] {
    guard let skew = database.clockSkew else { return [] }
    let seconds = Int((skew / .seconds(1)).rounded())
    let side = seconds > 0 ? "ahead of" : "behind"
    if abs(seconds) < 120 {
      return [Finding(subject: .clock, state: .works, text: "this machine's clock agrees with the server's")]
    }
    // Signatures are good for ten minutes before and after.
    let finding = Finding(
      subject: .clock, state: abs(seconds) < 600 ? .works : .fails,
      text: "this machine's clock is \(abs(seconds)) s \(side) the server's; 600 s are too many",
      advice: "set the clock")
    return [finding]
  }

  /// Two queries a type: one that walks all records, one that uses every index that is declared.
  /// - Returns: what was found, and whether the server answered to the end.
  private func types() async throws(RecordStoreError) -> ([Finding], isAnswering: Bool) {
    var missing: [Finding] = []
    var unread: [Finding] = []
    for type in schema.recordTypes where type.name != "Users" {
      let walk = Query(type.name, desiredFields: [], limit: 1)
      for query in [walk, type.queryOfEveryIndex] {
        guard let error = try await failure(of: query) else { continue }
        switch error {
        case .unavailable, .malformedReply, .throttled, .limitExceeded, .stopped:
          let finding = Finding(
            subject: .reading, state: .fails, text: "\(type.name) could not be read: \(error)",
            advice: "what comes after it was not looked at")
          return (missing + unread + [finding], false)
        case .badRequest(let reason), .unauthorized(let reason):
          if reason.contains("ACCESS_DENIED") {
            unread.append(
              Finding(
                subject: .reading, state: .fails, text: "\(type.name) cannot be read: \(reason)",
                advice: "GRANT READ on \(type.name) to \"_world\", or to a role the key's user is in"))
          } else {
            missing.append(
              Finding(
                subject: .schema, state: .fails, text: "\(type.name): \(reason)",
                advice: remedy(for: type, walked: query == walk, reason)))
          }
        }
        break
      }
    }
    if !missing.isEmpty { return (missing + unread, true) }
    let schema = Finding(
      subject: .schema, state: .works, text: "the \(schema.recordTypes.count) record types and their indexes are there")
    let reading = Finding(subject: .reading, state: .works, text: "every record type can be read")
    return ([schema] + (unread.isEmpty ? [reading] : unread), true)
  }

  /// Why a query is not answered; `nil` where it is.
  private func failure(of query: Query) async throws(RecordStoreError) -> RecordStoreError? {
    do throws(RecordStoreError) {
      _ = try await database.query(query, after: nil)
      return nil
    } catch {
      if error == .stopped { throw error }
      return error
    }
  }

  /// What brings a record type to the container as it is declared, and to where its records can be listed.
  private func remedy(for type: RecordType, walked: Bool, _ reason: String) -> String {
    let remedy =
      database.environment == .production
      ? "deploy the schema to production in CloudKit Console"
      : "import the schema: celestra-admin schema push, or xcrun cktool import-schema"
    let isListed = type.field(named: SystemField.recordID.rawValue)?.indexes.contains(.queryable) == true
    guard walked, !isListed, reason.contains("queryable") else { return remedy }
    return "declare \"\(SystemField.recordID.rawValue)\" REFERENCE QUERYABLE in the schema file's \(type.name), then "
      + remedy
  }

  private func writing(_ probe: RecordName?) async throws(RecordStoreError) -> Finding {
    guard let probe else {
      return Finding(
        subject: .writing, state: .unknown, text: "whether writing is allowed was not tried",
        advice: "--write-probe creates one record and deletes it")
    }
    guard let type = schema.recordTypes.first(where: { $0.name != "Users" }) else {
      return Finding(subject: .writing, state: .unknown, text: "the schema has no record type to write")
    }
    if Task.isCancelled { throw .stopped }
    let write = WriteProbe(database: database, record: Record(type: type.name, name: probe))
    // A task of its own is not cancelled: what is made is taken away again.
    return await Task { await write.finding() }.value
  }
}

extension RecordType {
  /// A query that filters by every QUERYABLE field and sorts by every SORTABLE one: the server names what it lacks.
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
  /// A value to compare with; `nil` where none can be compared.
  fileprivate var probe: FieldValue? {
    switch primitive {
    case .string: .string("celestra-admin-check")
    case .int64, .number: .int64(0)
    case .double: .double(0)
    case .timestamp: .timestamp(Timestamp(milliseconds: 0))
    case .bytes: .bytes([0])
    case .reference: .reference(Reference("celestra-admin-check"))
    // A place is compared by nearness.
    case .location, .asset: nil
    }
  }
}
