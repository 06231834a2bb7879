import CommandLineTool
import Foundation
import SystemCalls

enum CommittedFile {
  /// Returns whether a file, or the file that a link leads to, has changes that are not committed; `false` outside a
  /// git repository.
  static func isDirty(_ path: String) async throws -> Bool {
    let file = URL(fileURLWithPath: SystemPath.resolved(path) ?? path)
    let arguments = [
      "-C", file.deletingLastPathComponent().path, "--literal-pathspecs", "status", "--porcelain",
      "--untracked-files=all", "--", file.lastPathComponent,
    ]
    guard let status = try await ChildProgram.run("git", arguments) else { return false }
    // git names this key, in every language, when it does not trust the owner of the repository.
    if status.status != 0, status.errors.contains("safe.directory") {
      throw CommandFailure(
        "cannot tell whether \(path) has uncommitted changes: git does not trust the owner of its repository; pass "
          + "--force, or run 'git status' and follow its advice")
    }
    return status.status == 0 && !status.output.isEmpty
  }
}
