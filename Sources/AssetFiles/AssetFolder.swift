package import CloudKitRecords
import Foundation
package import SystemCalls

/// A folder that keeps the files of assets, one per content, named by CloudKit's checksum in hexadecimal.
///
/// A file gets its name when it is complete and checked, so whatever stops a run leaves complete files.
package struct AssetFolder: Hashable, Sendable {
  /// The state of an asset's file.
  package enum State: Hashable, Sendable {
    case intact
    case missing
    /// The size in bytes is not the asset's.
    case otherSize(Int)
    /// The content has changed since the file was added.
    case damaged
  }

  private static let partialPrefix = ".partial-"

  package let path: String

  package init(_ path: String) { self.path = path }

  /// Creates the folder of the files of a local container, which is beside it.
  package init(besideContainer path: String) { self.init((SystemPath.resolved(path) ?? path) + ".assets") }

  package func path(of asset: Asset) -> String { path(ofChecksum: asset.fileChecksum) }

  package func path(ofChecksum checksum: String) -> String {
    let bytes = Data(base64Encoded: checksum) ?? Data(checksum.utf8)
    return path + "/" + bytes.map { String(Int($0) + 0x100, radix: 16).dropFirst() }.joined()
  }

  /// Whether an asset's file is present with the stated size.
  package func has(_ asset: Asset) -> Bool { FileStatus(path(of: asset)).map { $0.size == Int(asset.size) } ?? false }

  /// Reads an asset's file and compares it with its checksum.
  package func check(_ asset: Asset) throws(SystemError) -> State {
    let path = path(of: asset)
    guard let status = FileStatus(path) else { return .missing }
    guard status.size == Int(asset.size) else { return .otherSize(status.size) }
    let found = try Self.checksum(ofFile: path)
    return found == asset.fileChecksum || found == storedChecksum(of: asset) ? .intact : .damaged
  }

  /// Adds an asset's file.
  /// - Parameter write: Writes the content to a new file at a path.
  /// - Returns: Whether the content has the asset's checksum. If not, only its size was checked, and the folder
  ///   remembers the checksum of its own.
  /// - Throws: `.refused` for content of another size, `.unwritable` if the folder cannot be written, or an error of
  ///   `write`.
  @discardableResult
  package func add(
    _ asset: Asset, _ write: (String) async throws(AssetError) -> Void
  ) async throws(AssetError) -> Bool {
    let partial = "\(path)/\(Self.partialPrefix)\(UUID().uuidString)"
    defer { SystemPath.remove(partial) }
    do { try await write(partial) } catch {
      if case .unwritable(let reason) = error { throw .unwritable("cannot write to \(path): \(reason)") }
      throw error
    }
    let size = FileStatus(partial)?.size ?? 0
    guard size == Int(asset.size) else {
      throw .refused("the file has \(size) bytes instead of \(asset.size)")
    }
    do {
      let found = try Self.checksum(ofFile: partial)
      let isEqual = found == asset.fileChecksum
      if !isEqual { try Self.write(Array(found.utf8), to: checksumPath(of: asset)) }
      try SystemPath.move(partial, to: path(of: asset))
      return isEqual
    } catch { throw unwritable(error) }
  }

  package func add(_ asset: Asset, content: [UInt8]) async throws(AssetError) {
    try await add(asset) { (partial) throws(AssetError) in
      do throws(SystemError) { try Self.write(content, to: partial) } catch { throw .unwritable("\(error)") }
    }
  }

  /// Adds a copy of an asset's file of another folder.
  package func add(_ asset: Asset, from other: AssetFolder) async throws(AssetError) {
    try await add(asset) { (partial) throws(AssetError) in
      let source: FileStream
      do throws(SystemError) { source = try FileStream(other.path(of: asset), .read) } catch {
        throw .refused("cannot read \(other.path(of: asset)): \(error)")
      }
      do throws(SystemError) {
        let copy = try FileStream(partial, .write)
        try source.forEachChunk { (chunk) throws(SystemError) in try copy.write(chunk) }
        try copy.flush()
      } catch { throw .unwritable("\(error)") }
    }
  }

  /// `nil` if the file is missing.
  package func content(ofChecksum checksum: String) throws(SystemError) -> [UInt8]? {
    let path = path(ofChecksum: checksum)
    guard FileStatus(path) != nil else { return nil }
    var content: [UInt8] = []
    try FileStream(path, .read).forEachChunk { content += $0 }
    return content
  }

  package func remove(checksum: String) { SystemPath.remove(path(ofChecksum: checksum)) }

  /// Creates the folder unless it exists.
  package func create() throws(AssetError) {
    if FileStatus(path)?.isFolder == true { return }
    do { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false) } catch {
      // Another process may have created it.
      if FileStatus(path)?.isFolder != true { throw .unwritable("cannot create the folder \(path)") }
    }
  }

  /// Creates the folder, takes its lock and removes what killed runs left.
  /// - Throws: `.unwritable` if the folder cannot be written or another process writes it.
  package func lock() throws(AssetError) -> FileLock {
    try create()
    let lock: FileLock?
    do { lock = try FileLock(path + "/.lock") } catch { throw unwritable(error) }
    guard let lock else { throw .unwritable("another process is writing to \(path); try again after it ends") }
    for name in names where name.hasPrefix(Self.partialPrefix) { SystemPath.remove("\(path)/\(name)") }
    return lock
  }

  /// Returns the number of files that belong to no asset with the given paths.
  package func count(besides paths: Set<String>) -> Int {
    names.count { !$0.hasPrefix(".") && !$0.contains(".") && !paths.contains("\(path)/\($0)") }
  }

  private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] }

  /// The file with the checksum of a content that has another one than CloudKit states.
  private func checksumPath(of asset: Asset) -> String { path(of: asset) + ".checksum" }

  private func storedChecksum(of asset: Asset) -> String? {
    FileManager.default.contents(atPath: checksumPath(of: asset)).map { String(decoding: $0, as: UTF8.self) }
  }

  private func unwritable(_ error: SystemError) -> AssetError { .unwritable("cannot write to \(path): \(error)") }

  private static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    let file = try FileStream(path, .write)
    try file.write(bytes)
    try file.flush()
  }

  private static func checksum(ofFile path: String) throws(SystemError) -> String {
    var checksum = AssetChecksum()
    try FileStream(path, .read).forEachChunk { checksum.update($0) }
    return checksum.text
  }
}
