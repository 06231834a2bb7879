import AssetFiles
import CloudKitRecords
import CommandLineTool
import Copying
import Diagnostics
import SystemCalls

extension AssetFolder {
  /// - Throws: `CommandFailure` if there is no folder.
  init(existing path: String) throws(CommandFailure) {
    guard FileStatus(path)?.isFolder == true else { throw CommandFailure("'\(path)' is not a folder") }
    self.init(path)
  }

  /// Creates the folder and takes its lock.
  /// - Throws: `CommandFailure` if it cannot be written.
  func locked() throws -> FileLock {
    do throws(AssetError) { return try lock() } catch {
      guard case .unwritable(let reason) = error else { throw CommandFailure("\(error)") }
      throw CommandFailure(reason)
    }
  }
}

extension FileCount {
  /// The files with their size: `3 files (12 MB)`.
  var text: String { "\(files.of("file"))\(size)" }

  /// The size in parentheses after a space; empty without files.
  var size: String {
    switch bytes {
    case _ where files == 0: ""
    case ..<10_000: " (\(bytes) bytes)"
    case ..<10_000_000: " (\(bytes / 1000) kB)"
    default: " (\(bytes / 1_000_000) MB)"
    }
  }
}
