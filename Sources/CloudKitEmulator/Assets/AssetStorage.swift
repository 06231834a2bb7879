import CloudKitRecords
import Diagnostics
import Foundation
import Synchronization

/// The files of assets, in memory: they are gone when the emulator ends.
final class AssetStorage: Sendable {
  /// Bytes of one asset: Apple's page on uploading says 15 MB, its page of limits 50; the smaller is what a client can
  /// rely on.
  static let bytesPerAsset = 15_000_000
  /// Bytes of all.
  static let bytesInAll = 256_000_000
  /// How long an upload URL is good, in seconds.
  static let secondsPerURL = 900.0
  /// Upload URLs given out and not used.
  private static let openUploads = 10_000

  private struct Stored {
    let content: [UInt8]
    let receipt: String
  }

  private struct State {
    var uploads: [String: Timestamp] = [:]
    /// By checksum.
    var stored: [String: Stored] = [:]
    var size = 0
    /// What was stored when a snapshot was kept.
    var kept: [String: Stored] = [:]
    var random: SeededRandom

    init(seed: UInt64) { random = SeededRandom(seed: seed, stream: .max) }
  }

  private let seed: UInt64
  private let state: Mutex<State>

  init(seed: UInt64) {
    self.seed = seed
    state = Mutex(State(seed: seed))
  }

  /// Begins anew: no upload is open and nothing is stored but what a snapshot's records need, for when they come back.
  func restart() {
    state.withLock { state in
      let kept = state.kept
      state = State(seed: seed)
      state.kept = kept
    }
  }

  /// Keeps what is stored, in place of what was kept before.
  func keepSnapshot() { state.withLock { $0.kept = $0.stored } }

  /// Brings back what was kept; what was stored since stays.
  func restoreSnapshot() {
    state.withLock { state in
      state.stored.merge(state.kept) { _, kept in kept }
      state.size = state.stored.values.reduce(0) { $0 + $1.content.count }
    }
  }

  /// Allows an upload; its token. `nil` where too many are open.
  func allowUpload(at now: Timestamp) -> String? {
    state.withLock { state in
      if state.uploads.count >= Self.openUploads {
        state.uploads = state.uploads.filter { now.seconds(since: $0.value) < Self.secondsPerURL }
      }
      guard state.uploads.count < Self.openUploads else { return nil }
      let token = state.random.hexadecimal()
      state.uploads[token] = now
      return token
    }
  }

  /// Why an upload is not taken.
  enum UploadError: Error { case unknownToken, tooLarge, full }

  /// Takes what was sent to an upload's URL.
  func upload(_ content: [UInt8], token: String, at now: Timestamp) throws(UploadError) -> Asset {
    let result: Result<Asset, UploadError> = state.withLock { state in
      guard let opened = state.uploads[token], now.seconds(since: opened) < Self.secondsPerURL else {
        return .failure(.unknownToken)
      }
      guard content.count <= Self.bytesPerAsset else { return .failure(.tooLarge) }
      let checksum = Self.checksum(of: content)
      if state.stored[checksum] == nil {
        guard state.size + content.count <= Self.bytesInAll else { return .failure(.full) }
        state.stored[checksum] = Stored(content: content, receipt: state.random.hexadecimal())
        state.size += content.count
      }
      state.uploads[token] = nil
      var asset = Asset(fileChecksum: checksum, size: Int64(content.count))
      asset.receipt = state.stored[checksum]?.receipt
      return .success(asset)
    }
    return try result.get()
  }

  /// Whether an asset is one that was uploaded, be it written for the first time or as a record had it.
  func knows(_ asset: Asset) -> Bool {
    state.withLock { state in
      guard let stored = state.stored[asset.fileChecksum] else { return false }
      return stored.content.count == asset.size && (asset.receipt ?? stored.receipt) == stored.receipt
    }
  }

  /// The content of a checksum, as `path` spells it.
  func content(path: String) -> [UInt8]? {
    state.withLock { $0.stored[path.replacing("-", with: "+").replacing("_", with: "/")]?.content }
  }

  /// A checksum as a part of a path.
  static func path(of checksum: String) -> String { checksum.replacing("+", with: "-").replacing("/", with: "_") }

  /// As recorded: base64 of 0x01 and 20 bytes that depend on the content alone; no client can compute Apple's.
  private static func checksum(of content: [UInt8]) -> String {
    var random = SeededRandom(seed: StableHash(content).value, stream: UInt64(content.count))
    var bytes: [UInt8] = [1]
    while bytes.count < 21 {
      bytes += withUnsafeBytes(of: random.next().littleEndian, Array.init).prefix(21 - bytes.count)
    }
    return Data(bytes).base64EncodedString()
  }
}
