import Diagnostics
import Foundation
import SystemCalls

/// A file that notes a write to a live schema from before it is sent until its outcome is known. A run after a crash or
/// Ctrl-C then does not send the write again while the first one may still take effect.
struct SentChange {
  private let path: String

  /// Names the file of a container.
  init(of container: String) {
    path = HistoryOptions.stateFolder.appendingPathComponent("\(container).schema.sent").path
  }

  /// Notes a change, such as `the import`.
  func record(_ what: String) throws { try OutputFile.write(what, to: path) }

  /// Removes the note.
  func clear() { SystemPath.remove(path) }

  /// Throws if a change that an earlier run sent may still take effect.
  func requireSettled() throws {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard let date = attributes?[.modificationDate] as? Date else { return }
    let end = date.addingTimeInterval(LiveSchemaChange.visibility / .seconds(1))
    guard (date...end).contains(Date()) else { return }
    let what = String(decoding: try InputFile.read(path, limit: 1 << 10).bytes, as: UTF8.self)
    throw CommandFailure(
      "an earlier run sent \(what) at \(date.ISO8601Format()), which may still take effect; nothing was sent: run the "
        + "command again after \(end.ISO8601Format())")
  }
}
