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
  package func findings(writing probe: RecordName?) async throws(RecordStoreError) -> [Finding] {
    var findings = try await access()
    guard findings.allSatisfy({ $0.state != .fails }) else { return findings }
    findings += try await types()
    findings.append(try await writing(probe))
    return findings
  }

  /// A look-up of a record that is not there needs no index and no data.
  private func access() async throws(RecordStoreError) -> [Finding] {
    var findings: [Finding] = []
    do throws(RecordStoreError) {
      _ = try await database.lookup(["celestra-admin-check"], desiredFields: [])
      findings.append(Finding(subject: .server, state: .works, text: "\(database.host) answers"))
      findings.append(
        Finding(
          subject: .key, state: .works,
          text: "the key is accepted for \(database.environment.rawValue) of \(database.container)"))
    } catch {
      switch error {
      case .stopped: throw error
      case .unauthorized(let reason):
        findings.append(Finding(subject: .server, state: .works, text: "\(database.host) answers"))
        findings.append(Finding(subject: .key, state: .fails, text: reason))
      case .badRequest(let reason):
        findings.append(Finding(subject: .server, state: .works, text: "\(database.host) answers"))
        findings.append(
          Finding(
            subject: .key, state: .fails, text: "the container is refused: \(reason)",
            advice: "see whether \(database.container) is spelt as in CloudKit Console"))
      case .unavailable, .malformedReply, .throttled:
        findings.append(
          Finding(
            subject: .server, state: .fails, text: error.description,
            advice: "see whether this machine reaches \(database.host), and try again"))
      }
    }
    findings.append(contentsOf: clock())
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
  private func types() async throws(RecordStoreError) -> [Finding] {
    var findings: [Finding] = []
    var missing: [String] = []
    var isReadable = true
    for type in schema.recordTypes where type.name != "Users" {
      for query in [Query(type.name, desiredFields: [], limit: 1), type.queryOfEveryIndex] {
        let refusal = try await refusal(of: query)
        switch refusal {
        case nil: continue
        case .some(let reason) where reason.contains("ACCESS_DENIED"):
          isReadable = false
          findings.append(
            Finding(
              subject: .reading, state: .fails, text: "\(type.name) cannot be read: \(reason)",
              advice: "GRANT READ on \(type.name) to \"_world\", or to a role the key's user is in"))
        case .some(let reason): missing.append("\(type.name): \(reason)")
        }
        break
      }
    }
    if missing.isEmpty {
      let count = schema.recordTypes.count
      findings.append(
        Finding(subject: .schema, state: .works, text: "the \(count) record types and their indexes are there"))
    } else {
      let remedy =
        database.environment == .production
        ? "deploy the schema to production in CloudKit Console"
        : "import the schema: celestra-admin schema push, or xcrun cktool import-schema"
      findings += missing.map { Finding(subject: .schema, state: .fails, text: $0, advice: remedy) }
    }
    if isReadable, missing.isEmpty {
      findings.append(Finding(subject: .reading, state: .works, text: "every record type can be read"))
    }
    return findings
  }

  private func refusal(of query: Query) async throws(RecordStoreError) -> String? {
    do throws(RecordStoreError) {
      _ = try await database.query(query, after: nil)
      return nil
    } catch {
      switch error {
      case .badRequest(let reason), .unauthorized(let reason): return reason
      default: throw error
      }
    }
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
    let record = Record(type: type.name, name: probe)
    for kind in [RecordOperation.Kind.create, .forceDelete] {
      let result = try await database.modify([RecordOperation(kind, record)]).first
      guard let error = result?.error else { continue }
      var finding = Finding(
        subject: .writing, state: .fails,
        text: "a \(type.name) could not be \(kind == .create ? "created" : "deleted"): \(error)")
      if error.code == .accessDenied {
        // Whether the user of a server-to-server key can be put into a role is not confirmed by anything published.
        finding.advice =
          "most likely the key's user is in no role that may: put it into the role the schema grants WRITE to, or grant "
          + "it to \"_icloud\", which lets every signed-in user edit the catalogue"
      } else if kind == .forceDelete {
        finding.advice = "the probe record '\(probe)' of type \(type.name) is left; delete it in CloudKit Console"
      }
      return finding
    }
    return Finding(
      subject: .writing, state: .works, text: "a \(type.name) could be created and deleted again")
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
