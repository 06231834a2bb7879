import CloudKitWire
import Foundation

/// A private key's file.
struct KeyFile {
  private let path: String

  init(_ path: String) { self.path = path }

  /// The key in it. A file that others may read is used, with a warning.
  func key(id: String) throws -> ServerToServerKey {
    let files = FileManager.default
    var isFolder: ObjCBool = false
    guard files.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw CommandFailure("cannot read the private key: there is no file '\(path)'")
    }
    guard !isFolder.boolValue else { throw CommandFailure("cannot read the private key: '\(path)' is a folder") }
    let data = try contents()
    if data.count > Self.limit { throw CommandFailure("cannot use the private key '\(path)': it is too large for one") }
    if let warning = Self.warning(path) { Terminal.standardError.write("warning: \(warning)\n") }
    do { return try ServerToServerKey(id: id, pem: String(decoding: data, as: UTF8.self)) } catch {
      throw CommandFailure("cannot use the private key '\(path)': \(error)")
    }
  }

  /// Bytes of a key at most.
  private static let limit = 64 << 10

  /// What can be read of it, a little more than the limit at most: it may be a pipe, or a device without an end.
  private func contents() throws -> Data {
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw CommandFailure("cannot read the private key: this user may not read '\(path)'")
    }
    var data = Data()
    do {
      while data.count <= Self.limit, let more = try file.read(upToCount: Self.limit), !more.isEmpty { data += more }
    } catch { throw CommandFailure("cannot read the private key '\(path)': \(error.localizedDescription)") }
    return data
  }

  private static func warning(_ path: String) -> String? {
    // A link's own permissions mean nothing, and a pipe has none that stay.
    let file = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: file)
    guard attributes?[.type] as? FileAttributeType == .typeRegular,
      let mode = (attributes?[.posixPermissions] as? NSNumber)?.intValue, mode & 0o077 != 0
    else { return nil }
    return "the private key '\(path)' can be read by others; chmod 600 '\(path)'"
  }
}
