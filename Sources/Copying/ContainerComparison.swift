package import CloudKitRecords

/// A comparison of the records of two stores, some pages at a time. Only these pages and the names are in memory.
///
/// The comparison is not a point in time: records that change meanwhile may be seen or not.
package struct ContainerComparison: Sendable {
  private let source, target: any RecordStore
  private let ignoresEmptyLists: Bool

  /// A CloudKit store looks up eight pages at once, which hides most of the server's latency.
  private static let recordsPerLookup = 8 * RecordLimits.recordsPerPage

  /// - Parameter ignoresEmptyLists: whether an empty list equals a missing value. Whether CloudKit stores an empty list
  ///   is unknown (2026-11), so comparisons with an iCloud container need it.
  package init(of source: any RecordStore, with target: any RecordStore, ignoresEmptyLists: Bool) {
    self.source = source
    self.target = target
    self.ignoresEmptyLists = ignoresEmptyLists
  }

  /// Compares every record of a type in the source with the target's record of the same name, which is looked up
  /// because queries return changes late.
  /// - Parameters:
  ///   - isNew: notes a record's name and returns whether it is new. Paging can repeat records.
  ///   - body: called with the records of some pages.
  package func forEachPage(
    of type: ComparedType, where isNew: (RecordName) -> Bool,
    _ body: ([RecordComparison]) async throws(RecordStoreError) -> Void
  ) async throws(RecordStoreError) {
    // A field that the assumed schema lacks is noticed only if all fields are read.
    let fields = type.isWhole ? nil : type.fields + type.lostAssets
    var waiting: [Record] = []
    func flush() async throws(RecordStoreError) {
      if waiting.isEmpty { return }
      let existing = try await target.lookup(waiting.map(\.name), desiredFields: type.fields)
      let compared = waiting.map {
        RecordComparison($0, existing[$0.name], as: type, ignoresEmptyLists: ignoresEmptyLists)
      }
      waiting = []
      try await body(compared)
    }
    try await source.forEachPage(of: type, desiredFields: fields) { (page) throws(RecordStoreError) in
      waiting += page.filter { isNew($0.name) }
      if waiting.count >= Self.recordsPerLookup { try await flush() }
    }
    try await flush()
  }

  /// Finds the records of a type that only the target has.
  ///
  /// The source's index returns new records late, so each name that `seen` lacks is looked up in the source.
  /// - Parameters:
  ///   - listing: how the target lists its records; `nil` for all of them.
  ///   - fields: the fields of the target's records to read.
  ///   - seen: the names that the source's queries returned.
  ///   - visit: called with each page of the target's records.
  ///   - body: called with each page of records that only the target has.
  /// - Returns: the number of the target's records of the type.
  @discardableResult
  package func forEachExtraPage(
    of type: ComparedType, listedAs listing: ComparedType? = nil, fields: [String] = [], besides seen: Set<RecordName>,
    visit: ([Record]) -> Void = { _ in },
    _ body: ([Record]) async throws(RecordStoreError) -> Void
  ) async throws(RecordStoreError) -> Int {
    var names = Set<RecordName>()
    var waiting: [Record] = []
    func flush() async throws(RecordStoreError) {
      if waiting.isEmpty { return }
      let existing = try await source.lookup(waiting.map(\.name), desiredFields: [])
      let extra = waiting.filter { existing[$0.name] == nil }
      waiting = []
      if !extra.isEmpty { try await body(extra) }
    }
    let listing = listing ?? ComparedType(type.name, fields: [])
    try await target.forEachPage(of: listing, desiredFields: fields) { (page) throws(RecordStoreError) in
      visit(page)
      for record in page where names.insert(record.name).inserted && !seen.contains(record.name) {
        waiting.append(record)
        if waiting.count == Self.recordsPerLookup { try await flush() }
      }
    }
    try await flush()
    return names.count
  }
}
