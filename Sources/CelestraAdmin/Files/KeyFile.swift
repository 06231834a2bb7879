import CloudKitWire
import Diagnostics
import SystemCalls

/// A file with a private key.
enum KeyFile {
  /// Reads a key. Prints a warning if other users can read the file.
  static func key(id: String, at path: String) throws -> ServerToServerKey {
    guard FileStatus(path) != nil || !isSecret(path) else {
      throw CommandFailure(
        "cannot use the private key: its path looks like a key; pass the path of its file, or set CLOUDKIT_PRIVATE_KEY to "
          + "its text")
    }
    let text = try InputFile.read(path, limit: 64 << 10, mayHaveKey: true)
    if isReadableByOthers(path) {
      Terminal.standardError.write(
        "warning: other users can read the private key '\(path)'; run chmod 600 '\(path)'\n")
    }
    do { return try ServerToServerKey(id: id, pem: String(decoding: text.bytes, as: UTF8.self)) } catch {
      throw CommandFailure("cannot use the private key '\(path)': \(error)")
    }
  }

  /// Whether a text may be a key or the ID of one, rather than a path: neither must appear in a message.
  private static func isSecret(_ text: String) -> Bool {
    if text.contains(where: \.isNewline) || text.contains("-----") { return true }
    guard text.utf8.count >= 64 else { return false }
    // A DER sequence begins with M in Base64. A line break of it may be written as \n.
    let isBase64 = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+/=\\".contains($0)) }
    return text.hasPrefix("M") && isBase64 || text.allSatisfy(\.isHexDigit)
  }

  /// Whether other users can read a key. Only a regular file has meaningful permissions.
  static func isReadableByOthers(_ path: String) -> Bool {
    FileStatus(path).map { $0.isRegular && $0.permissions & 0o077 != 0 } ?? false
  }
}
