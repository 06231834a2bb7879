import CommandLineTool
import Curation
import Diagnostics
import SystemCalls

/// The lists as they were where the current branch began.
struct ListsBefore {
  private let commit: GitCommit
  private let paths: [String]
  /// The new paths of files that were renamed since, by their former ones, from the root of the repository.
  private let renamed: [String: String]
  /// The paths that are there now: a list that the branch moved, under its new path, and none that it removed.
  private(set) var present: [String] = []

  /// - Throws: `CommandFailure` if there is no such commit, or the clone does not reach it.
  init(_ ref: String, _ paths: [String]) async throws {
    self.paths = paths
    commit = try await GitCommit(ref, for: "cannot compare with \(ref): ").whereHeadLeft()
    renamed = try await Dictionary(commit.renames().map { ($0.value, $0.key) }) { first, _ in first }
    for path in paths {
      let moved = renamed[Checkout.current.path(of: path)]
      if FileStatus(path) != nil {
        present.append(path)
      } else if let moved, let root = Checkout.current.root {
        present.append(root == Checkout.current.folder ? moved : "\(root)/\(moved)")
      } else if try await commit.files(at: path).isEmpty {
        // Reading it says that there is no such file.
        present.append(path)
      }
    }
  }

  /// Returns the entries of the files under the same paths, and of those that became the present files, but not those
  /// of a file that cannot be read now: what it removes is unknown.
  func entries(of files: SeedFiles) async throws -> [FeedSeed] {
    var names: [String] = []
    for path in paths { names += try await commit.files(at: path).map { "./\($0)" } }
    let former = Dictionary(renamed.map { ($0.value, $0.key) }) { first, _ in first }
    names += files.sources.keys.sorted().compactMap { former[Checkout.current.path(of: $0)] }
    let unread = Set(files.unread.map { Checkout.current.path(of: $0.file) })
    var seen: Set<String> = []
    var entries: [FeedSeed] = []
    for name in names {
      // git reads a path without ./ from the root of the repository.
      let path = name.hasPrefix("./") ? Checkout.current.path(of: name) : name
      if unread.contains(renamed[path] ?? path) { continue }
      guard seen.insert(path).inserted, let bytes = try await commit.bytes(of: name) else { continue }
      let file = SeedFileReader.read(SourceText(name: name, bytes: bytes))
      if file.isSeedFile { entries += file.seeds.feeds }
    }
    return entries
  }
}
