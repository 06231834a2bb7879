package import CloudKitRecords
package import CloudKitSchema

/// A backup of a container's records in an archive, which keeps them as they are.
///
/// An archive that has an earlier backup of the container is brought up to date: only names and change tags are read,
/// then the records whose tag differs. A record that queries no longer return is removed only if a lookup does not find
/// it either.
package struct ContainerBackup: Sendable {
  package struct Counts: Hashable, Sendable {
    package fileprivate(set) var read = 0
    /// The numbers of records that the archive gained, replaced and lost.
    package fileprivate(set) var added = 0, changed = 0, removed = 0

    package init() {}
  }

  package private(set) var counts: [RecordType.Name: Counts] = [:]
  /// The reasons that types could not be read, by type.
  package private(set) var refusals: [RecordType.Name: String] = [:]

  private let source: any RecordStore
  private let archive: any RecordArchive

  package init(of source: any RecordStore, in archive: any RecordArchive) {
    self.source = source
    self.archive = archive
  }

  /// The number of records read so far.
  package var read: Int { counts.values.reduce(0) { $0 + $1.read } }

  /// Backs up all records of a type. A type that the store refuses to read is noted, with no records.
  /// - Parameters:
  ///   - isIncremental: whether the archive has records of the type, from an earlier backup.
  ///   - progress: called after each page with the number of records read.
  package mutating func backUp(
    _ type: ComparedType, isIncremental: Bool, progress: (Int) -> Void = { _ in }
  ) async throws(RecordStoreError) {
    var counts = Counts()
    defer { self.counts[type.name] = counts }
    let before = read
    do throws(RecordStoreError) {
      if isIncremental {
        try await update(type, &counts) { progress(before + $0) }
      } else {
        try await copy(type, &counts) { progress(before + $0) }
      }
    } catch {
      // Other types may be readable. An archive's own refusal is a failure of the backup.
      guard error.isRefusal, counts.read == 0 else { throw error }
      refusals[type.name] = error.description
    }
  }

  private func copy(
    _ type: ComparedType, _ counts: inout Counts, _ progress: (Int) -> Void
  ) async throws(RecordStoreError) {
    var seen = Set<RecordName>()
    try await source.forEachPage(of: type, desiredFields: nil) { (page) throws(RecordStoreError) in
      let records = page.filter { seen.insert($0.name).inserted }
      counts.read += records.count
      try await archive.adopt(records.map(\.withoutDownloadURLs), removing: [])
      counts.added += records.count
      progress(counts.read)
    }
  }

  private func update(
    _ type: ComparedType, _ counts: inout Counts, _ progress: (Int) -> Void
  ) async throws(RecordStoreError) {
    var seen = Set<RecordName>()
    var stale: [RecordName] = []
    try await source.forEachPage(of: type, desiredFields: []) { (page) throws(RecordStoreError) in
      let records = page.filter { seen.insert($0.name).inserted }
      counts.read += records.count
      let stored = try await archive.lookup(records.map(\.name), desiredFields: [])
      for record in records
      where stored[record.name].map({ $0.changeTag != record.changeTag || $0.type != type.name }) ?? true {
        stale.append(record.name)
        if stale.count == RecordLimits.recordsPerPage { try await refresh(&stale, &counts) }
      }
      progress(counts.read)
    }
    try await refresh(&stale, &counts)
    // Reading and changing the archive at once would confuse its paging.
    var unseen: [RecordName] = []
    try await archive.forEachPage(of: Query(type.name, desiredFields: [])) { page in
      unseen += page.map(\.name).filter { !seen.contains($0) }
    }
    for page in unseen.recordPages {
      if Task.isCancelled { throw .stopped }
      var names = page
      try await refresh(&names, &counts)
    }
  }

  /// Looks records up and stores their current state: an index may be late, a lookup is not.
  private func refresh(_ names: inout [RecordName], _ counts: inout Counts) async throws(RecordStoreError) {
    if names.isEmpty { return }
    let current = try await source.lookup(names, desiredFields: nil)
    let stored = try await archive.lookup(names, desiredFields: [])
    let changed = current.values.filter {
      stored[$0.name]?.changeTag != $0.changeTag || stored[$0.name]?.type != $0.type
    }
    let gone = names.filter { current[$0] == nil && stored[$0] != nil }
    try await archive.adopt(changed.map(\.withoutDownloadURLs), removing: gone)
    let replaced = changed.count { stored[$0.name] != nil }
    counts.changed += replaced
    counts.added += changed.count - replaced
    counts.removed += gone.count
    names = []
  }
}
