package import AssetFiles
package import CloudKitRecords
package import CloudKitSchema

/// A collection of the files that records refer to, in a folder. Only files that the folder lacks are transferred.
package struct AssetCollection: Sendable {
  /// Where the files are.
  package enum Source: Sendable {
    /// A store, whose records are looked up for their download URLs.
    case store(any AssetTransport)
    case folder(AssetFolder)
  }

  /// The number of files that records refer to, each counted as often as it is referred to.
  package private(set) var referred = 0
  /// The files that were added or, in a dry run, would be.
  package private(set) var added = FileCount()
  /// The number of added files whose content has another checksum than CloudKit states.
  package private(set) var unchecked = 0
  /// The files that could not be added, up to `ChangeRun.failuresKept`.
  package private(set) var failures: [CopyResult.Failure] = []
  /// The number of files that could not be added, by record type.
  package private(set) var failed: [RecordType.Name: Int] = [:]
  /// Why the folder could not be written, so that the rest of the files was not transferred; `nil` if it could.
  package private(set) var problem: String?

  private let source: Source
  private let folder: AssetFolder
  private let isDryRun: Bool
  /// The checksums of the files that a dry run would add.
  private var planned: Set<String> = []

  package init(from source: Source, in folder: AssetFolder, isDryRun: Bool = false) {
    self.source = source
    self.folder = folder
    self.isDryRun = isDryRun
  }

  /// A file that the folder lacks.
  private struct Wanted: Sendable {
    let type: RecordType.Name
    let record: RecordName
    let field: String
    let asset: Asset
  }

  private enum Outcome: Sendable {
    case added(isChecked: Bool)
    case failed(String)
  }

  /// Why further transfers would fail, too.
  private enum Obstacle: Error {
    case unwritable(String)
    case stopped(RecordStoreError)
  }

  /// Transfers at once.
  private static let atOnce = 8

  /// - Parameters:
  ///   - fields: the fields of assets.
  ///   - progress: called with the number of files so far.
  package mutating func collect(
    _ type: RecordType.Name, fields: [String], of records: any RecordStore, progress: (Int) -> Void = { _ in }
  ) async throws(RecordStoreError) {
    if fields.isEmpty { return }
    // Reading and changing an archive at once would confuse its paging, but no record is changed here.
    try await records.forEachPage(of: Query(type, desiredFields: fields)) { (page) throws(RecordStoreError) in
      var wanted: [Wanted] = []
      for record in page {
        for (field, value) in record.fields.sorted(by: { $0.key < $1.key }) {
          for asset in value.assets {
            referred += 1
            if folder.has(asset) || planned.contains(asset.fileChecksum) { continue }
            wanted.append(Wanted(type: type, record: record.name, field: field, asset: asset))
          }
        }
      }
      try await add(wanted)
      progress(referred)
    }
  }

  private mutating func add(_ wanted: [Wanted]) async throws(RecordStoreError) {
    if wanted.isEmpty { return }
    // Records that share a file need one transfer, unless it fails.
    var checksums: Set<String> = []
    var shared: [Wanted] = []
    let first = wanted.filter { file in
      if checksums.insert(file.asset.fileChecksum).inserted { return true }
      shared.append(file)
      return false
    }
    try await transfer(first)
    try await transfer(shared.filter { !folder.has($0.asset) && !planned.contains($0.asset.fileChecksum) })
  }

  private mutating func transfer(_ wanted: [Wanted]) async throws(RecordStoreError) {
    if isDryRun {
      for file in wanted {
        guard isAvailable(file) else {
          fail(file, missing(file))
          continue
        }
        planned.insert(file.asset.fileChecksum)
        added.add(file.asset)
      }
      return
    }
    guard problem == nil else {
      // The problem says why.
      for file in wanted { failed[file.type, default: 0] += 1 }
      return
    }
    if Task.isCancelled { throw .stopped }
    let current = try await current(wanted.map(\.record), fields: Set(wanted.map(\.field)).sorted())
    let results = await wanted.results(atOnce: Self.atOnce) { [self] in await result(of: $0, current[$0.record]) }
    try settle(results, of: wanted)
  }

  private mutating func settle(
    _ results: [Result<Outcome, Obstacle>?], of wanted: [Wanted]
  ) throws(RecordStoreError) {
    var failure: RecordStoreError?
    var open: [Wanted] = []
    for (file, result) in zip(wanted, results) {
      switch result {
      case .success(.added(let isChecked)):
        added.add(file.asset)
        unchecked += isChecked ? 0 : 1
      case .success(.failed(let reason)): fail(file, reason)
      case .failure(.unwritable(let reason)):
        problem = problem ?? reason
        open.append(file)
      case .failure(.stopped(let error)): failure = failure ?? error
      case nil: open.append(file)
      }
    }
    if let failure { throw failure }
    for file in open { failed[file.type, default: 0] += 1 }
  }

  private mutating func fail(_ file: Wanted, _ reason: String) {
    failed[file.type, default: 0] += 1
    guard failures.count < ChangeRun.failuresKept else { return }
    failures.append(
      CopyResult.Failure(recordType: file.type, recordName: file.record, error: RecordError(.notFound, reason)))
  }

  /// Returns records as they are now, with download URLs.
  private func current(
    _ names: [RecordName], fields: [String]
  ) async throws(RecordStoreError) -> [RecordName: Record] {
    guard case .store(let store) = source else { return [:] }
    return try await store.lookup(names, desiredFields: fields)
  }

  private func isAvailable(_ file: Wanted) -> Bool {
    guard case .folder(let other) = source else { return true }
    return other.has(file.asset)
  }

  private func missing(_ file: Wanted) -> String {
    guard case .folder(let other) = source else { return "" }
    return other.problem(of: file.asset, in: file.field, readsContent: false)?.reason ?? ""
  }

  private func result(of file: Wanted, _ current: Record?) async -> Result<Outcome, Obstacle> {
    do throws(AssetError) {
      switch source {
      case .folder(let other):
        // The new folder would accept the checksum of a damaged file as the file's own.
        if let problem = other.problem(of: file.asset, in: file.field, readsContent: true) {
          return .success(.failed(problem.reason))
        }
        try await folder.add(file.asset, from: other)
        return .success(.added(isChecked: true))
      case .store(let store): return .success(try await downloaded(file, current, from: store))
      }
    } catch {
      switch error {
      case .refused(let reason):
        return .success(.failed("the file of \(file.field) could not be transferred: \(reason)"))
      case .unwritable(let reason): return .failure(.unwritable(reason))
      case .store(let error): return .failure(.stopped(error))
      }
    }
  }

  /// Downloads a file, for the second time after a look-up for a new URL if the first one is refused.
  private func downloaded(
    _ file: Wanted, _ current: Record?, from store: any AssetTransport
  ) async throws(AssetError) -> Outcome {
    func changed() -> Outcome {
      .failed("the file of \(file.field) has changed since the record was read; run the backup again")
    }
    func download(_ record: Record?) async throws(AssetError) -> Outcome {
      let assets = record?.fields[file.field]?.assets ?? []
      guard let asset = assets.first(where: { FieldValue.asset($0).isIdentical(to: .asset(file.asset)) }) else {
        return changed()
      }
      return .added(
        isChecked: try await folder.add(asset) { (path) throws(AssetError) in
          try await store.download(asset, to: path)
        })
    }
    do throws(AssetError) { return try await download(current) } catch {
      guard case .refused = error else { throw error }
      let again: Record?
      do throws(RecordStoreError) {
        again = try await store.lookup([file.record], desiredFields: [file.field])[file.record]
      } catch { throw .store(error) }
      return try await download(again)
    }
  }
}
