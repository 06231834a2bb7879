import CloudKitWire
import Foundation
import SystemCalls

/// A file with a private key.
struct KeyFile {
  private let path: String

  init(_ path: String) { self.path = path }

  /// Reads the key. Prints a warning if other users can read the file.
  func key(id: String) throws -> ServerToServerKey {
    let files = FileManager.default
    var isFolder: ObjCBool = false
    guard files.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw CommandFailure("cannot read the private key '\(path)': no such file")
    }
    guard !isFolder.boolValue else { throw CommandFailure("cannot read the private key '\(path)': it is a directory") }
    let data = try contents()
    if data.count > Self.limit { throw CommandFailure("cannot use the private key '\(path)': the file is too large") }
    if let warning = Self.warning(path) { Terminal.standardError.write("warning: \(warning)\n") }
    do { return try ServerToServerKey(id: id, pem: String(decoding: data, as: UTF8.self)) } catch {
      throw CommandFailure("cannot use the private key '\(path)': \(error)")
    }
  }

  /// Maximum size of a key file in bytes.
  private static let limit = 64 << 10

  /// Reads the file up to just beyond the limit. The path may be a pipe or an endless device.
  private func contents() throws -> Data {
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw CommandFailure("cannot read the private key '\(path)': permission denied")
    }
    var data = Data()
    do {
      while data.count <= Self.limit, let more = try file.read(upToCount: Self.limit), !more.isEmpty { data += more }
    } catch { throw CommandFailure("cannot read the private key '\(path)': \(error.localizedDescription)") }
    return data
  }

  private static func warning(_ path: String) -> String? {
    // Only a regular file has meaningful permissions.
    guard let status = FileStatus(path), status.isRegular, status.permissions & 0o077 != 0 else { return nil }
    return "other users can read the private key '\(path)'; run chmod 600 '\(path)'"
  }
}
