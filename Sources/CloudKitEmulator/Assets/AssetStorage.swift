import AssetFiles
import CloudKitRecords
import Diagnostics
import Synchronization

/// The asset files of a database: in a folder, or in memory until the emulator exits.
final class AssetStorage: Sendable {
  /// Maximum bytes per asset. Apple's page on uploading states 15 MB, its page of limits 50 MB; clients can rely only
  /// on the smaller value.
  static let bytesPerAsset = 15_000_000
  /// Maximum bytes in memory.
  static let bytesInMemory = 256_000_000

  private struct State {
    /// The files in memory, by checksum.
    var files: [String: [UInt8]] = [:]
    var size = 0
    /// The checksums of the files that were added to the folder.
    var added: Set<String> = []
  }

  private let folder: AssetFolder?
  private let state = Mutex(State())

  /// - Parameter folder: `nil` for storage in memory.
  init(_ folder: AssetFolder?) { self.folder = folder }

  /// Removes the files that were added since the emulator opened the database.
  func reset() {
    let added = state.withLock { state in
      defer { state = State() }
      return state.added
    }
    for checksum in added { folder?.remove(checksum: checksum) }
  }

  /// Stores a file and returns the asset to write.
  func add(_ content: [UInt8]) async throws(Refusal) -> Asset {
    guard content.count <= Self.bytesPerAsset else {
      throw Refusal(.quotaExceeded, "an asset has at most \(Self.bytesPerAsset) bytes")
    }
    var asset = Asset(fileChecksum: AssetChecksum(of: content).text, size: Int64(content.count))
    if let folder { try await add(asset, content, to: folder) } else { try keep(content, as: asset.fileChecksum) }
    asset.receipt = Self.receipt(of: asset.fileChecksum)
    return asset
  }

  private func add(_ asset: Asset, _ content: [UInt8], to folder: AssetFolder) async throws(Refusal) {
    if folder.has(asset) { return }
    do throws(AssetError) {
      try folder.create()
      try await folder.add(asset, content: content)
    } catch {
      throw Refusal(RecordStoreError.unavailable(reason: "\(error)"))
    }
    state.withLock { _ = $0.added.insert(asset.fileChecksum) }
  }

  private func keep(_ content: [UInt8], as checksum: String) throws(Refusal) {
    let hasRoom = state.withLock { state in
      if state.files[checksum] != nil { return true }
      guard state.size + content.count <= Self.bytesInMemory else { return false }
      state.files[checksum] = content
      state.size += content.count
      return true
    }
    guard hasRoom else {
      throw Refusal(
        .quotaExceeded,
        "the emulator keeps at most \(Self.bytesInMemory) bytes of assets in memory; start it with --container FILE")
    }
  }

  /// Whether an asset was uploaded, either for this write or for an earlier version of the record.
  func knows(_ asset: Asset) -> Bool {
    guard asset.receipt ?? Self.receipt(of: asset.fileChecksum) == Self.receipt(of: asset.fileChecksum) else {
      return false
    }
    return folder?.has(asset) ?? state.withLock { $0.files[asset.fileChecksum].map { $0.count == asset.size } ?? false }
  }

  /// Returns the file with the checksum that `path` encodes; `nil` if it is missing or cannot be read.
  func content(path: String) -> [UInt8]? {
    let checksum = path.replacing("-", with: "+").replacing("_", with: "/")
    guard let folder else { return state.withLock { $0.files[checksum] } }
    return (try? folder.content(ofChecksum: checksum)) ?? nil
  }

  static func path(of checksum: String) -> String { checksum.replacing("+", with: "-").replacing("/", with: "_") }

  /// Returns a receipt, which depends only on the file, so that it is valid after a restart.
  private static func receipt(of checksum: String) -> String {
    var random = SeededRandom(seed: StableHash(Array(checksum.utf8)).value)
    return random.hexadecimal()
  }
}
