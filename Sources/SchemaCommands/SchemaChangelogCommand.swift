import ArgumentParser
import CloudKitSchema
import CommandLineTool
import Diagnostics
import SchemaReview
import SystemCalls

struct SchemaChangelogCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "changelog",
    abstract: "Show what each release changes in a schema, for release notes.",
    discussion: """
      A release is a git tag. Each one is compared with the release before it, and what is committed since is listed as \
      unreleased. The newest is first.
      """)

  @Argument(
    help: ArgumentHelp(
      "Range of commits: v1.0..v2.0, v1.0.. up to HEAD, or ..v2.0. (default: all releases up to HEAD)",
      valueName: "ref..ref"))
  var range: String?

  @Argument(
    help: "Schema file, as a path in the checkout. (default: the schema of the configuration)", completion: .file())
  var file: String?

  @OptionGroup var configurationFile: ConfigurationOptions
  @OptionGroup(title: "Output") var output: OutputOptions<TextJSONAndMarkdown>

  /// The arguments; a path may also stand alone.
  private var inputs: (range: String?, file: String?) {
    guard let range, file == nil, !range.contains("..") || FileStatus(range) != nil else { return (range, file) }
    return (nil, range)
  }

  func validate() throws {
    if file != nil, range?.contains("..") == false {
      throw ValidationError("'\(range ?? "")' is not a range of commits: pass REF..REF before the file")
    }
  }

  func run() async throws {
    let path = LocatedFinding.checkoutPath(of: try configurationFile.effective().schemaFile(inputs.file))
    let purpose = "cannot list the changes of \(path): "
    let (first, last) = ends
    let end = try await GitCommit(last.isEmpty ? "HEAD" : last, for: purpose)
    let start = first.isEmpty ? nil : try await GitCommit(first, for: purpose)
    let tags = try await end.tags(after: start)
    guard inputs.range != nil || !tags.isEmpty else {
      throw CommandFailure(
        "\(purpose)no release up to HEAD: a release is a tag; pass REF..REF, or \(GitCommit.fetchTags)")
    }
    if start == nil { try await end.requireWholeHistory() }
    let versions = try await versions(of: path, tags, from: start, named: first, to: end, named: last)
    let changelog = SchemaChangelog(versions)
    guard changelog.hasFile else {
      throw CommandFailure("\(purpose)no commit of the range has the file; check the path")
    }
    try output.write(SchemaChangelogReport(changelog: changelog, file: path, versions: tags.count))
  }

  /// The ends of the range, as the user named them; empty for an open end.
  private var ends: (first: String, last: String) {
    let ends = inputs.range.map { $0.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false) }
    return (ends?.first.map(String.init) ?? "", ends?.last.map(String.init) ?? "")
  }

  /// Returns the versions of a range, each after the one before it in the history: a release of an older line follows
  /// that line, and not the last release of another.
  /// - Throws: `CommandFailure` if the start has a file with errors.
  private func versions(
    of path: String, _ tags: [GitCommit.Tag], from start: GitCommit?, named first: String, to end: GitCommit,
    named last: String
  ) async throws -> [SchemaChangelog.Version] {
    let head = try await GitCommit("HEAD", for: "cannot list the changes of \(path): ")
    let paths = try await head.paths(of: path) + end.paths(of: path)
    func source(_ name: String, _ commit: GitCommit) async throws -> SourceText? {
      for path in paths {
        if let bytes = try await commit.bytes(of: path) { return SourceText(name: "\(name):\(path)", bytes: bytes) }
      }
      return nil
    }
    var versions: [SchemaChangelog.Version] = []
    var places: [String: Int] = [:]
    if let start {
      let source = try await source(first, start)
      if let source { _ = try SchemaDocument(valid: source, to: "compare with") }
      versions.append(.init(first, source, isListed: false))
    }
    // Without a release before it in the range, a version is compared with the start.
    func base(of commit: GitCommit, includesOwn: Bool) async throws -> Int? {
      let tag = try await commit.nearestTag(includesOwn: includesOwn)
      return tag.flatMap { places[$0] } ?? (start == nil ? nil : 0)
    }
    var hashes: [String: Int] = [:]
    for tag in tags {
      let base = if let same = hashes[tag.hash] { same } else { try await base(of: tag.commit, includesOwn: false) }
      let file = try await source(tag.name, tag.commit)
      places[tag.name] = versions.count
      hashes[tag.hash] = versions.count
      versions.append(.init(tag.name, date: tag.date, file, after: base))
    }
    let name = last.isEmpty ? "unreleased" : last
    let base = try await base(of: end, includesOwn: true)
    versions.append(.init(name, try await source(name, end), after: base))
    return versions
  }
}

struct SchemaChangelogReport: Report {
  let command = Program.current.schemaCommand("changelog")
  let changelog: SchemaChangelog
  let file: String
  /// The number of releases that were compared.
  let versions: Int

  var summary: EncodableObject {
    [
      "file": file, "releases": versions, "changes": changelog.entries.reduce(0) { $0 + ($1.diff?.changes.count ?? 0) },
      "notCompared": changelog.entries.filter { $0.diff == nil }.map(\.name),
    ]
  }

  var items: [EncodableObject] {
    changelog.entries.flatMap { entry -> [EncodableObject] in
      let release: EncodableObject = ["release": entry.name, "date": entry.date]
      return entry.diff.map { $0.items.map(release.adding) } ?? []
    }
  }

  func text(_ style: Style) -> String {
    let entries = changelog.entries.map { entry in
      let head = style.mark(entry.name, .strong) + (entry.date.map { " (\($0))" } ?? "")
      return head + "\n" + Self.lines(entry).map { "  \($0)\n" }.joined() + "\n"
    }
    let changing = changelog.entries.count { $0.diff != nil && $0.date != nil }
    return entries.joined() + "\(changing) of \(versions.of("release")) changed \(file)\n"
  }

  func markdown() -> String {
    changelog.entries.map { entry in
      let head = "## \(Markdown.escaped(entry.name))" + (entry.date.map { " (\($0))" } ?? "")
      return head + "\n\n" + Self.lines(entry).map { "- \(Markdown.escaped($0))\n" }.joined()
    }.joined(separator: "\n")
  }

  private static func lines(_ entry: SchemaChangelog.Entry) -> [String] {
    guard let diff = entry.diff else { return ["not compared: the file has errors"] }
    return diff.changes.map { change in
      guard case .recordTypeAdded(let type) = change else { return change.description }
      return "\(change), with \(type.fields.count.of("field"))"
    } + diff.renames.map { "probably a rename: \($0)" }
  }
}
