import CloudKitRecords
import Diagnostics
import Foundation
import Synchronization

/// In-memory storage of asset files. The files are lost when the emulator exits.
final class AssetStorage: Sendable {
  /// Maximum bytes per asset. Apple's page on uploading states 15 MB, its page of limits 50 MB; clients can rely only
  /// on the smaller value.
  static let bytesPerAsset = 15_000_000
  static let bytesInAll = 256_000_000
  /// Validity of an upload URL, in seconds.
  static let secondsPerURL = 900.0
  /// Maximum number of unused upload URLs.
  private static let openUploads = 10_000

  private struct Stored {
    let content: [UInt8]
    let receipt: String
  }

  private struct State {
    var uploads: [String: Timestamp] = [:]
    var stored: [String: Stored] = [:]
    var size = 0
    var random: SeededRandom

    init(seed: UInt64) { random = SeededRandom(seed: seed, stream: .max) }
  }

  private let seed: UInt64
  private let state: Mutex<State>

  init(seed: UInt64) {
    self.seed = seed
    state = Mutex(State(seed: seed))
  }

  /// Closes all uploads and removes all files.
  func restart() { state.withLock { $0 = State(seed: seed) } }

  /// Opens an upload and returns its token; `nil` if too many uploads are open.
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

  /// Stores the content sent to an upload URL.
  func upload(_ content: [UInt8], token: String, at now: Timestamp) throws(Refusal) -> Asset {
    let result: Result<Asset, Refusal> = state.withLock { state in
      guard let opened = state.uploads[token], now.seconds(since: opened) < Self.secondsPerURL else {
        return .failure(Refusal(.notFound, "the upload URL is unknown, used, or expired"))
      }
      guard content.count <= Self.bytesPerAsset else {
        return .failure(Refusal(.quotaExceeded, "an asset has at most \(Self.bytesPerAsset) bytes"))
      }
      let checksum = Self.checksum(of: content)
      if state.stored[checksum] == nil {
        guard state.size + content.count <= Self.bytesInAll else {
          return .failure(Refusal(.quotaExceeded, "the emulator keeps at most \(Self.bytesInAll) bytes of assets"))
        }
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

  /// Whether an asset was uploaded, either for this write or for an earlier version of the record.
  func knows(_ asset: Asset) -> Bool {
    state.withLock { state in
      guard let stored = state.stored[asset.fileChecksum] else { return false }
      return stored.content.count == asset.size && (asset.receipt ?? stored.receipt) == stored.receipt
    }
  }

  /// Returns the content with the checksum that `path` encodes.
  func content(path: String) -> [UInt8]? {
    state.withLock { $0.stored[path.replacing("-", with: "+").replacing("_", with: "/")]?.content }
  }

  static func path(of checksum: String) -> String { checksum.replacing("+", with: "-").replacing("/", with: "_") }

  /// Returns a checksum in the recorded format: base64 of 0x01 and 20 bytes that depend only on the content. Clients
  /// cannot compute Apple's checksum.
  private static func checksum(of content: [UInt8]) -> String {
    var random = SeededRandom(seed: StableHash(content).value, stream: UInt64(content.count))
    var bytes: [UInt8] = [1]
    while bytes.count < 21 {
      bytes += withUnsafeBytes(of: random.next().littleEndian, Array.init).prefix(21 - bytes.count)
    }
    return Data(bytes).base64EncodedString()
  }
}
