package import AssetFiles
package import CloudKitRecords
import CloudKitSchema
import Synchronization
import SystemCalls

/// A store that uploads the files of assets from a folder before it writes the records that refer to them.
package final class AssetUploads: RecordStore {
  private let store: any AssetTransport
  private let folder: AssetFolder
  private let uploaded = Mutex(FileCount())

  package init(to store: any AssetTransport, from folder: AssetFolder) {
    self.store = store
    self.folder = folder
  }

  /// The files uploaded so far.
  package var count: FileCount { uploaded.withLock { $0 } }

  package func query(_ query: Query, after cursor: Cursor?) async throws(RecordStoreError) -> QueryPage {
    try await store.query(query, after: cursor)
  }

  package func lookup(
    _ names: [RecordName], desiredFields: [String]?
  ) async throws(RecordStoreError) -> [RecordName: Record] {
    try await store.lookup(names, desiredFields: desiredFields)
  }

  /// Half the requests: each of them also uploads several files at once.
  package var requestsAtOnce: Int { max(1, store.requestsAtOnce / 2) }

  package func modify(_ operations: [RecordOperation]) async throws(RecordStoreError) -> [RecordResult] {
    var problems: [RecordName: RecordError] = [:]
    var files: [AssetUpload] = []
    for operation in operations {
      do throws(RecordError) { files += try self.files(of: operation.record) } catch {
        problems[operation.record.name] = error
      }
      if Task.isCancelled { throw .stopped }
    }
    let assets = try await upload(files, &problems)
    let ready = operations.filter { problems[$0.record.name] == nil }.map { operation in
      var operation = operation
      for (field, value) in operation.record.fields where !value.assets.isEmpty {
        operation.record.fields[field] = value.replacingAssets { assets[self.file(operation.record, field, $0)] ?? $0 }
      }
      return operation
    }
    var results = ready.isEmpty ? [] : try await store.modify(ready)
    results.reverse()
    return operations.map { operation in
      let name = operation.record.name
      if let problem = problems[name] { return RecordResult.failed(name, problem) }
      return results.popLast() ?? .failed(name, .missing)
    }
  }

  /// Uploads files and returns the assets to write.
  private func upload(
    _ files: [AssetUpload], _ problems: inout [RecordName: RecordError]
  ) async throws(RecordStoreError) -> [AssetUpload: Asset] {
    var assets: [AssetUpload: Asset] = [:]
    for page in files.recordPages {
      let results = try await store.upload(page)
      for (file, result) in zip(page, results) {
        switch result {
        case .success(let asset):
          assets[file] = asset
          uploaded.withLock { $0.add(asset) }
        case .failure(let error): problems[file.recordName] = error
        }
      }
    }
    return assets
  }

  /// Returns the files to upload for a record, each once.
  private func files(of record: Record) throws(RecordError) -> [AssetUpload] {
    var files: [AssetUpload] = []
    for (field, value) in record.fields.sorted(by: { $0.key < $1.key }) {
      for asset in value.assets {
        if let problem = folder.problem(of: asset, in: field, readsContent: true) { throw problem }
        let file = file(record, field, asset)
        if !files.contains(file) { files.append(file) }
      }
    }
    return files
  }

  private func file(_ record: Record, _ field: String, _ asset: Asset) -> AssetUpload {
    AssetUpload(
      recordType: record.type, recordName: record.name, field: field, path: folder.path(of: asset), size: asset.size)
  }
}

/// A number of files and their size.
package struct FileCount: Hashable, Sendable {
  package private(set) var files = 0
  package private(set) var bytes: Int64 = 0

  package init() {}

  package mutating func add(_ asset: Asset) {
    files += 1
    bytes += asset.size
  }
}

extension AssetFolder {
  /// Returns why an asset's file cannot be used; `nil` if it can.
  /// - Parameter readsContent: whether to compare the content with the checksum.
  func problem(of asset: Asset, in field: String, readsContent: Bool) -> RecordError? {
    if !readsContent, has(asset) { return nil }
    let path = path(of: asset)
    func error(_ problem: String) -> RecordError {
      RecordError(.notFound, "the file of \(field) \(problem): \(path)")
    }
    do throws(SystemError) {
      switch try check(asset) {
      case .intact: return nil
      case .missing: return error("is missing")
      case .otherSize(let size): return error("has \(size) bytes instead of \(asset.size)")
      case .damaged: return error("is damaged")
      }
    } catch let failure { return error("cannot be read, \(failure)") }
  }
}
