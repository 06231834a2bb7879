import Crypto
import Foundation

/// The last line of a backup file, after the database: the SHA-256 of everything before it.
///
/// SQLite ignores what follows the pages that its header counts, so the file stays an ordinary database. Any change of
/// the file breaks the seal, also in pages that no record uses.
enum FileSeal {
  private static let prefix = Array("\ncelestra-admin backup sha256 ".utf8)
  private static let size = prefix.count + 65

  /// Appends the seal to a closed database file and syncs the file.
  static func seal(_ path: String) throws {
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    defer { try? file.close() }
    let size = try file.seekToEnd()
    let digest = try digest(of: file, size: size)
    try file.seek(toOffset: size)
    try file.write(contentsOf: Data(prefix + Array(digest.utf8) + [0x0A]))
    try file.synchronize()
  }

  static func isIntact(_ path: String) throws -> Bool {
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    defer { try? file.close() }
    let end = try file.seekToEnd()
    guard end > UInt64(size) else { return false }
    let length = end - UInt64(size)
    try file.seek(toOffset: length)
    let seal = Array(try file.readToEnd() ?? Data())
    guard seal.starts(with: prefix), seal.last == 0x0A else { return false }
    return try Array(digest(of: file, size: length).utf8) == Array(seal.dropFirst(prefix.count).dropLast())
  }

  private static func digest(of file: FileHandle, size: UInt64) throws -> String {
    try file.seek(toOffset: 0)
    var hash = SHA256()
    var rest = size
    while rest > 0 {
      guard let chunk = try file.read(upToCount: Int(min(rest, 1 << 20))), !chunk.isEmpty else { break }
      hash.update(data: chunk)
      rest -= UInt64(chunk.count)
    }
    return hash.finalize().hexadecimal
  }
}

extension SHA256Digest {
  /// The digest in lowercase hexadecimal.
  var hexadecimal: String { map { String(Int($0) + 0x100, radix: 16).dropFirst() }.joined() }
}
