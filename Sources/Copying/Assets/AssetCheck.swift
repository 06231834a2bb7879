package import AssetFiles
package import CloudKitRecords
package import CloudKitSchema

/// A check of the files in a folder that records refer to.
package struct AssetCheck: Sendable {
  /// The files that are as they should be, each counted once.
  package private(set) var intact = FileCount()
  /// The missing and damaged files by record and field, up to `ChangeRun.failuresKept`.
  package private(set) var failures: [CopyResult.Failure] = []
  package private(set) var failed = 0

  private let folder: AssetFolder
  /// The paths of the files that records refer to, and whether they are intact.
  private var paths: [String: Bool] = [:]

  package init(of folder: AssetFolder) { self.folder = folder }

  /// The number of the folder's files that no checked record refers to.
  package var others: Int { folder.count(besides: Set(paths.keys)) }

  package mutating func check(
    _ type: RecordType.Name, fields: [String], of records: any RecordStore, progress: (Int) -> Void = { _ in }
  ) async throws(RecordStoreError) {
    if fields.isEmpty { return }
    try await records.forEachPage(of: Query(type, desiredFields: fields)) { (page) throws(RecordStoreError) in
      for record in page {
        for (field, value) in record.fields.sorted(by: { $0.key < $1.key }) {
          for asset in value.assets { check(asset, field, record) }
          if Task.isCancelled { throw .stopped }
          progress(intact.files)
        }
      }
    }
  }

  private mutating func check(_ asset: Asset, _ field: String, _ record: Record) {
    let path = folder.path(of: asset)
    if paths[path] == true, folder.has(asset) { return }
    let problem = folder.problem(of: asset, in: field, readsContent: true)
    paths[path] = problem == nil
    guard let problem else { return intact.add(asset) }
    failed += 1
    guard failures.count < ChangeRun.failuresKept else { return }
    failures.append(CopyResult.Failure(recordType: record.type, recordName: record.name, error: problem))
  }
}
