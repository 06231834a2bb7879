import Foundation
import TestEnvironment
import Testing

extension Session {
  /// Runs git in the session's folder, without the configuration of the user.
  @discardableResult
  func git(_ arguments: String..., date: String? = nil) throws -> String {
    var environment = ["GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"]
    if let date { (environment["GIT_AUTHOR_DATE"], environment["GIT_COMMITTER_DATE"]) = (date, date) }
    let identity = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main"]
    let git = try #require(TestProgram("git"))
    let result = try git.run(identity + arguments, in: folder, environment: environment)
    try #require(result.status == 0, "\(result.text)")
    return result.out
  }

  /// Commits every file of the session's folder, and tags the commit.
  /// - Parameter day: The date of the commit and its tag.
  func commit(tag: String? = nil, on day: String = "2026-01-01") throws {
    let date = "\(day)T12:00:00Z"
    if !FileManager.default.fileExists(atPath: path(".git")) { try git("init", "-q") }
    try git("add", ".")
    try git("commit", "-q", "--allow-empty", "-m", tag ?? "more", date: date)
    if let tag { try git("tag", tag, date: date) }
  }
}
