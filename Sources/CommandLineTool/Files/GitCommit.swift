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

  /// Returns the bytes that a file of the checkout had in this commit, under its former path if it was renamed since;
  /// `nil` if the commit has no such file.
  /// - Parameter path: The path from the root of the repository.
  package func earlierBytes(of path: String) async throws -> [UInt8]? {
    if let bytes = try await bytes(of: path) { return bytes }
    guard let former = try await renames()[path] else { return nil }
    return try await bytes(of: former)
  }

  /// Returns the paths of a file of this commit and of its former ones, from the root of the repository, the present one
  /// first.
  package func paths(of path: String) async throws -> [String] {
    let options = ["-c", "core.quotePath=false", "log", "--follow", "--format=", "--name-status"]
    let found = try await ChildProgram.run("git", options + [name, "--", ":(top,literal)\(path)"])
    guard let found, found.status == 0 else { return [path] }
    var paths = [path]
    for line in String(decoding: found.output, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: "\t").map(String.init)
      // What was copied has a history of its own.
      if words[0].hasPrefix("C") { break }
      if words[0].hasPrefix("R"), words.count == 3, !paths.contains(words[1]) { paths.append(words[1]) }
    }
    return paths
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

  /// A tag, and the commit that it names.
  package struct Tag: Sendable {
    package let name: String
    /// The day it was made, such as `2026-11-21`.
    package let date: String
    package let commit: GitCommit
    /// The hash of the commit.
    package let hash: String
  }

  /// - Throws: `CommandFailure` if the clone is shallow: the oldest commit that it has would count as the first one.
  package func requireWholeHistory() async throws {
    let found = try await ChildProgram.run("git", ["rev-parse", "--is-shallow-repository"])
    guard let found, found.output.starts(with: Array("true".utf8)) else { return }
    throw failure(
      "this clone is shallow, and lacks earlier releases; pass REF..REF, or run 'git fetch --unshallow --tags' "
        + Self.missing)
  }

  /// Returns the tags of this commit and of those before it, by the times of their commits, the oldest first.
  /// - Parameter start: A commit whose own tags, and those before it, are left out.
  package func tags(after start: GitCommit?) async throws -> [Tag] {
    // A tag can be made long after its commit. Only an annotated one has fields of its commit, after an asterisk.
    let hash = "%(if)%(*objectname)%(then)%(*objectname)%(else)%(objectname)%(end)"
    let format = "%(refname)%09%(creatordate:short)%09\(hash)%09%(*committerdate:unix)%(committerdate:unix)"
    let range = ["--merged=\(name)"] + (start.map { ["--no-merged=\($0.name)"] } ?? [])
    let order = ["--sort=version:refname", "--sort=creatordate"]
    let found = try await ChildProgram.run(
      "git", ["for-each-ref", "--format=\(format)"] + range + order + ["refs/tags"])
    guard let found, found.status == 0 else { throw failure("git cannot list tags: \(found?.errors ?? "")") }
    var tags: [(time: Int, place: Int, tag: Tag)] = []
    for line in String(decoding: found.output, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: "\t").map(String.init)
      guard parts.count == 4, let time = Int(parts[3]) else { continue }
      let commit = GitCommit(name: parts[0], purpose: purpose)
      let name = String(parts[0].trimmingPrefix("refs/tags/"))
      tags.append((time, tags.count, Tag(name: name, date: parts[1], commit: commit, hash: parts[2])))
    }
    return tags.sorted { ($0.time, $0.place) < ($1.time, $1.place) }.map(\.tag)
  }

  /// Returns the name of the nearest tag; `nil` without one. Where the lines of two releases were merged, that is the
  /// one of the first parents, unless the other includes it.
  /// - Parameter includesOwn: Whether a tag of this commit counts.
  package func nearestTag(includesOwn: Bool) async throws -> String? {
    func nearest(_ options: String...) async throws -> String? {
      let arguments = ["describe", "--tags", "--abbrev=0"] + options + [includesOwn ? name : name + "^"]
      guard let found = try await ChildProgram.run("git", arguments), found.status == 0 else { return nil }
      return String(decoding: found.output, as: UTF8.self).split(separator: "\n").first.map(String.init)
    }
    guard let any = try await nearest() else { return nil }
    guard let first = try await nearest("--first-parent"), first != any else { return any }
    let isIncluded = ["merge-base", "--is-ancestor", "refs/tags/\(first)", "refs/tags/\(any)"]
    return try await ChildProgram.run("git", isIncluded)?.status == 0 ? any : first
  }

  private init(name: String, purpose: String) {
    self.name = name
    self.purpose = purpose
  }

  private func failure(_ reason: String) -> CommandFailure { CommandFailure(purpose + reason) }
}
