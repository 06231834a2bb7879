import Diagnostics

/// A commit in the git repository of the current folder.
package struct GitCommit: Sendable {
  /// What to do where tags are missing, as in the shallow clones of CI.
  package static let fetchTags = "run 'git fetch --tags' \(missing)"
  private static let missing = "(in GitHub Actions: 'fetch-depth: 0' for actions/checkout)"

  /// The name that the user passed.
  package let name: String
  private let purpose: String

  /// - Parameters:
  ///   - purpose: What the error message says first, such as `cannot read v1:a.ckdb: `.
  ///   - advice: What to do first if the commit cannot be found.
  /// - Throws: `CommandFailure` if there is no such commit.
  package init(_ name: String, for purpose: String, advice: String? = nil) async throws {
    self.name = name
    self.purpose = purpose
    // No ref begins with a hyphen (git-check-ref-format), so that git cannot read a ref as an option.
    guard !name.isEmpty, !name.hasPrefix("-") else { throw failure("'\(name)' is not a git ref") }
    guard let repository = try await ChildProgram.run("git", ["rev-parse", "--git-dir"]) else {
      throw failure("git is not on the PATH")
    }
    guard repository.status == 0 else {
      let message = repository.errors.split(separator: "\n").first.map { "\n  git: \($0)" } ?? ""
      throw failure("this folder is not in a readable git repository\(advice.map { "; \($0)" } ?? "")\(message)")
    }
    let tree = try await ChildProgram.run("git", ["rev-parse", "--verify", "--quiet", "\(name)^{tree}"])
    guard tree?.status == 0 else {
      throw failure("no git ref '\(name)'; \(advice.map { "\($0), or " } ?? "")run 'git fetch' \(Self.missing)")
    }
  }

  /// `nil` if the commit has no such file.
  /// - Parameter path: The path from the root of the repository, or from the current folder after `./`.
  package func bytes(of path: String) async throws -> [UInt8]? {
    let object = try await ChildProgram.run("git", ["cat-file", "blob", "\(name):\(path)"])
    return object.flatMap { $0.status == 0 ? $0.output : nil }
  }

  /// Returns the paths of the files at or below a path, relative to the current folder.
  package func files(at path: String) async throws -> [String] {
    let found = try await ChildProgram.run("git", ["ls-tree", "-r", "-z", "--name-only", name, "--", path])
    return Self.words(found)
  }

  /// Returns the files that were renamed since this commit, in the checkout: their former paths by the present ones,
  /// both from the root of the repository.
  package func renames() async throws -> [String: String] {
    let arguments = ["diff", "-z", "--name-status", "--find-renames=30%", "--diff-filter=R", name, "--"]
    let words = Self.words(try await ChildProgram.run("git", arguments))
    let triples = stride(from: 0, to: words.count - 2, by: 3).map { (words[$0 + 2], words[$0 + 1]) }
    return Dictionary(triples) { first, _ in first }
  }

  private static func words(_ result: ChildProgram.Ended?) -> [String] {
    guard let result, result.status == 0 else { return [] }
    return String(decoding: result.output, as: UTF8.self).split(separator: "\0").map(String.init)
  }

  /// Returns the commit where the current branch left this one.
  /// - Throws: `CommandFailure` if the history that the clone has does not reach it.
  package func whereHeadLeft() async throws -> GitCommit {
    let found = try await ChildProgram.run("git", ["merge-base", name, "HEAD"])
    guard let found, found.status == 0 else {
      throw failure(
        "no common commit of '\(name)' and HEAD; in a shallow clone, run 'git fetch --unshallow' \(Self.missing)")
    }
    let hash = String(decoding: found.output, as: UTF8.self).split(separator: "\n").first ?? ""
    return GitCommit(name: String(hash), purpose: purpose)
  }

  /// Returns the tags of this commit and of those before it, the oldest first.
  /// - Parameter start: A commit whose own tags, and those before it, are left out.
  package func tags(after start: GitCommit?) async throws -> [(name: String, date: String, commit: GitCommit)] {
    let format = "%(refname)%09%(creatordate:short)"
    let range = ["--merged=\(name)"] + (start.map { ["--no-merged=\($0.name)"] } ?? [])
    let order = ["--sort=version:refname", "--sort=creatordate"]
    let found = try await ChildProgram.run(
      "git", ["for-each-ref", "--format=\(format)"] + range + order + ["refs/tags"])
    guard let found, found.status == 0 else { throw failure("git cannot list tags: \(found?.errors ?? "")") }
    return String(decoding: found.output, as: UTF8.self).split(separator: "\n").compactMap { line in
      let parts = line.split(separator: "\t").map(String.init)
      guard parts.count == 2 else { return nil }
      let tag = String(parts[0].trimmingPrefix("refs/tags/"))
      return (tag, parts[1], GitCommit(name: parts[0], purpose: purpose))
    }
  }

  private init(name: String, purpose: String) {
    self.name = name
    self.purpose = purpose
  }

  private func failure(_ reason: String) -> CommandFailure { CommandFailure(purpose + reason) }
}
