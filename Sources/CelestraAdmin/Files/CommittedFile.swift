import Foundation

/// The state of a file in git.
enum CommittedFile {
  /// Returns whether a file has changes that are not committed; `false` outside a git repository.
  static func isDirty(_ path: String) async throws -> Bool {
    let file = URL(fileURLWithPath: path)
    let arguments = [
      "-C", file.deletingLastPathComponent().path, "status", "--porcelain", "--", file.lastPathComponent,
    ]
    guard let status = try await ChildProgram.run("git", arguments), status.status == 0 else { return false }
    return !status.output.isEmpty
  }
}
