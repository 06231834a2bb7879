package import CloudKitSchema

/// A store that transfers the files of assets, which are not part of its records.
package protocol AssetTransport: RecordStore {
  /// Downloads the file of an asset, which was just read, to a new file.
  func download(_ asset: Asset, to path: String) async throws(AssetError)

  /// Uploads files and returns, in the same order, the assets to write to their records. Records are not changed.
  /// - Parameter files: at most `RecordLimits.operationsPerRequest`.
  func upload(_ files: [AssetUpload]) async throws(RecordStoreError) -> [Result<Asset, RecordError>]
}

/// A file to upload, and the field that will refer to it.
package struct AssetUpload: Hashable, Sendable {
  package let recordType: RecordType.Name
  package let recordName: RecordName
  package let field: String
  package let path: String
  package let size: Int64

  package init(recordType: RecordType.Name, recordName: RecordName, field: String, path: String, size: Int64) {
    self.recordType = recordType
    self.recordName = recordName
    self.field = field
    self.path = path
    self.size = size
  }
}

/// The reason that a file was not transferred.
package enum AssetError: Error, Hashable, Sendable {
  /// This file is not available, as when its URL has expired.
  case refused(String)
  /// The local file or folder cannot be written, so no other file can be transferred either.
  case unwritable(String)
  case store(RecordStoreError)
}
