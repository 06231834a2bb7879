import Catalog
import CloudKitRecords
import CloudKitSchema
import CloudKitWebServices
import CommandLineTool
import Copying
import Curation
import Diagnostics
import SQLiteStore

/// What a copy finds out before it reads the records.
extension CopyRun {
  /// Returns what stays without its feed, if feeds are deleted and records that belong to them are not compared.
  func leftBehind(by changes: [PlannedChange], _ opened: ContainerHandle) async throws -> [String] {
    guard let layout = CatalogLayout(opened.schema) else { return [] }
    let feeds = changes.filter { $0.recordType == layout.feedType }.map { SeedOrphan($0.operation.record, .feed) }
    if feeds.isEmpty { return [] }
    let removal = try await Removal(of: feeds, in: opened.reader, asOf: Timestamp(milliseconds: 0))
    let compared = Set(scope.types.map(\.name))
    let left = [
      (CatalogTable.subscriptions, removal.subscriptions, "subscription"),
      (.articles, removal.articles, "article"), (.metadata, removal.metadata, "metadata record"),
    ].filter { table, count, _ in count > 0 && table.type(in: layout).map { !compared.contains($0) } == true }
    if left.isEmpty { return [] }
    let records = left.map { $0.1.of($0.2) }.joined(separator: " and ")
    return ["the deletion of \(feeds.count.of("feed")) leaves \(records) without a feed in \(target.name)"]
  }

  /// Returns which feeds that a dry run would create have the address of one that the target has under another name;
  /// `nil` if none do.
  func repeatedFeeds(_ created: [FeedURL.Key: RecordName], in opened: ContainerHandle) async throws -> String? {
    guard !created.isEmpty, let layout = CatalogLayout(opened.schema) else { return nil }
    // A copy only looks records up, so it also works where they cannot be listed.
    if target.isCloud, opened.schema.recordType(named: layout.feedType)?.isListable != true { return nil }
    var names: [String] = []
    let reader = CatalogReader(opened.listingStore, layout: layout, schema: opened.schema)
    try await reader.forEachPage(of: .feeds, fields: [FeedField.feedURL]) { page in
      names += page.compactMap { feed in feed.feedURL.flatMap { created[$0.key] }.map { "'\($0)'" } }
    }
    if names.isEmpty { return nil }
    return
      "\(names.count.of("new feed")) \(names.count == 1 ? "has" : "have") the address of a feed that \(target.name) has"
      + " under another name: \(names.prefix(5).joined(separator: ", ")); 'feeds merge' joins two feeds"
  }

  /// Returns the schema that the target has when it receives records. A new file gets the one of the source.
  func targetSchema() throws -> Schema {
    if target.isCloud || access.schemaFile != nil { return try access.schema() }
    return try access.keptSchema ?? source.schema
  }

  /// Returns the selected types that the target lacks and of which the source has no records.
  func emptyTypes(missingIn schema: Schema) async throws -> Set<RecordType.Name> {
    var empty: Set<RecordType.Name> = []
    for type in scope.types where schema.recordType(named: type.name) == nil {
      if try await source.recordCount(atLeastOf: type.name) == 0 { empty.insert(type.name) }
    }
    return empty
  }

  /// Returns the types of which the source has records that the copy leaves out although the user did not ask for it.
  func leftOut() async throws -> [CopyReport.LeftOut] {
    var leftOut: [CopyReport.LeftOut] = []
    for omission in scope.omissions {
      let count = try await source.recordCount(atLeastOf: omission.type)
      if count > 0 {
        leftOut.append(.init(type: omission.type, count: source.isCloud ? nil : count, reason: omission.reason))
      }
    }
    return leftOut
  }

  /// Refuses everything that cannot be written, all differences at once.
  func check(_ schema: Schema) throws {
    var problems = scope.unlistable.map { "\($0.type) has \($0.reason)" }
    if !problems.isEmpty {
      let names = scope.unlistable.map(\.type).joined(separator: ",")
      problems.append(
        "leave \(problems.count == 1 ? "it" : "them") out with --except-types \(names), or pass --list-by TYPE.FIELD or"
          + " --names FILE")
    }
    let differences = scope.problems(from: source.schema, to: schema)
    let missing = scope.types.map(\.name).filter { schema.recordType(named: $0) == nil }
    problems += differences
    if differences.count > missing.count {
      problems.append("leave fields out with --skip-field TYPE.FIELD, or change the schema of \(target.name)")
    }
    if !missing.isEmpty {
      problems.append(
        "leave \(missing.count == 1 ? "it" : "them") out with --except-types \(missing.joined(separator: ",")), or add"
          + " \(missing.count == 1 ? "it" : "them") to the schema of \(target.name)")
    }
    // A file keeps its schema unless the user passes another.
    if !differences.isEmpty, !target.isCloud, access.schemaFile == nil {
      let option = command == "container copy" ? "--to-schema" : "--schema"
      problems.append("pass a schema that has them with \(option), to add them to \(target.name)")
    }
    if mode.prune != nil, target.isCloud {
      problems += scope.types.compactMap { type in
        schema.recordType(named: type.name)?.isListable == false
          ? "\(type.name) has no QUERYABLE index on ___recordID in \(target.name), which --prune needs" : nil
      }
    }
    if scope.types.isEmpty, problems.isEmpty {
      problems = scope.omissions.map { "\($0.type): \($0.reason)" }
      if problems.isEmpty { problems = ["no record type is left to copy"] }
    }
    if problems.isEmpty { return }
    throw CommandFailure(
      "cannot copy \(source.container.name) to \(target.name); nothing was written:\n"
        + problems.map { "  - \($0)" }.joined(separator: "\n"))
  }

  /// Tells the requests before the first one: a page of the source, a lookup in the target, a write, and a page of the
  /// target's names to prune, which are compared with a file before and after the copy, and all but the write once more
  /// for a preview.
  func tellCost(_ records: Int?, withPreview hasPreview: Bool) throws {
    let reads = hasPreview ? 2 : 1
    let toPrune = mode.prune == nil ? 0 : mode.isDryRun || source.local == nil && !hasPreview ? 1 : 2
    let ofTarget = reads + (mode.isDryRun ? 0 : 1) + toPrune
    let perPage = (source.isCloud ? reads : 0) + (target.isCloud ? ofTarget : 0)
    let addresses = try [source.database?.address, access.address].compactMap(\.self)
    if perPage == 0 { return }
    access.tellCost(records: records, types: scope.types.count, requestsPerPage: perPage, of: addresses)
  }

  /// Returns how many new records lose their creator, whose rights depend on it; `nil` if none do.
  func creatorNote(_ result: CopyResult) -> String? {
    guard target.isCloud else { return nil }
    let types = scope.types.map(\.name).filter {
      source.schema.recordType(named: $0)?.hasUserRecords == true && result.types[$0]?.new ?? 0 > 0
    }
    let count = types.reduce(0) { $0 + (result.types[$1]?.new ?? 0) }
    if count == 0 { return nil }
    return
      "\(count.of("record")) of \(types.joined(separator: ", ")) \(count == 1 ? "loses its" : "lose their") creator:"
      + " CloudKit makes the key's user the creator, and users lose the rights of _creator"
  }
}
