import Catalog
import CommandLineTool
import Curation
import Diagnostics
import Foundation
import SystemCalls

/// Seed files named by the user: single files, and the seed files of folders in order of file name.
struct SeedFiles {
  private(set) var seeds = SeedCatalog()
  private(set) var findings = Findings()
  /// Category map to use; the first one if several files are category maps.
  private(set) var categoryMap: CategoryMap?
  /// Files in folders that are not seed files; the command prints a note for each.
  private(set) var skipped: [String] = []
  /// Number of JSON Schemas in folders, which are expected beside seed files.
  private var schemas = 0
  /// By file.
  private(set) var sources: [String: SeedSource] = [:]

  /// The files of which nothing was read, and why.
  private(set) var unread: [Diagnostic] = []

  /// The texts of the files, while they are read.
  private var texts: [String: SourceText] = [:]
  private let isStrict: Bool
  private let kinds: [SeedKind]

  /// Reads all files and counts the entries of some kinds. With `isStrict`, rejects lists that are not well-formed
  /// instead of repairing them.
  /// - Throws: `CommandFailure` if a file cannot be read.
  init(_ paths: [String], taking kinds: [SeedKind], isStrict: Bool) throws {
    self.kinds = kinds
    self.isStrict = isStrict
    for path in paths {
      if Self.isFolder(path) {
        let files = try Self.files(inFolder: path)
        let skippedBefore = skipped.count + schemas
        for file in files { try read(file, isNamed: false) }
        if skipped.count + schemas - skippedBefore == files.count {
          throw CommandFailure(
            "no seed files in \(path): none of its files is a seed file; name another folder or file")
        }
        for file in Self.otherFiles(inFolder: path, besides: files) { findAddresses(in: file) }
      } else {
        try read(path, isNamed: true)
      }
    }
    seeds.addFormerAddresses()
    for diagnostic in seeds.formerFeeds {
      if let source = texts[diagnostic.file] { findings.add([diagnostic], in: source) }
    }
    texts = [:]
  }

  static func isFolder(_ path: String) -> Bool { FileStatus(path)?.isFolder == true }

  private static func files(inFolder path: String) throws -> [String] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      throw CommandFailure("cannot read the folder \(path): permission denied; check who may read it")
    }
    let seeds = names.filter { !$0.hasPrefix(".") && isSeedFile($0) }.sorted()
    if seeds.isEmpty {
      throw CommandFailure(
        "no seed files in \(path): it has no .json, .opml, .xml, .csv, or .txt file; name another folder or file")
    }
    return seeds.map { path.hasSuffix("/") ? path + $0 : "\(path)/\($0)" }
  }

  /// Returns the seed files of a folder in the project's own JSON, in order of name.
  /// - Throws: `CommandFailure` if one has an error: writing it again would lose what it states.
  static func jsonFiles(inFolder path: String) throws -> [SourceText] {
    try ownFiles(inFolder: path).map { source, file in
      if let error = file.diagnostics.first(where: { $0.severity == .error }) {
        throw CommandFailure("\(source.name) has an error, so it is not written again: \(error.message)")
      }
      return source
    }
  }

  /// Returns what the JSON seed files of a folder state, without what has errors.
  static func jsonSeeds(inFolder path: String) throws -> SeedCatalog {
    var seeds = SeedCatalog()
    for (_, file) in try ownFiles(inFolder: path, skipsUnreadable: true) { seeds.append(file.seeds) }
    return seeds
  }

  private static func ownFiles(
    inFolder path: String, skipsUnreadable: Bool = false
  ) throws -> [(SourceText, SeedFile)] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return try names.filter { !$0.hasPrefix(".") && $0.lowercased().hasSuffix(".json") }.sorted().compactMap { name in
      let place = path.hasSuffix("/") ? path + name : "\(path)/\(name)"
      guard let source = skipsUnreadable ? try? InputFile.read(place) : try InputFile.read(place) else { return nil }
      let file = SeedFileReader.read(source, isStrict: false)
      return file.isSeedFile && (file.isOwn || file.unreadable != nil) ? (source, file) : nil
    }
  }

  /// Returns the files of a folder and its subfolders that are not read as seed files, without hidden ones.
  private static func otherFiles(inFolder path: String, besides files: [String]) -> [String] {
    let folder = path.hasSuffix("/") ? path : path + "/"
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return names.sorted().filter { name in
      !name.split(separator: "/").contains { $0.hasPrefix(".") } && !files.contains(folder + name)
        && FileStatus(folder + name)?.isRegular == true
    }.map { folder + $0 }
  }

  /// Finds the feeds that `--prune` must not delete, because a file that is not read may state them.
  private mutating func findAddresses(in path: String) {
    guard let source = try? InputFile.read(path) else { return skipped.append(path) }
    seeds.addUnread(source)
  }

  private static func isSeedFile(_ name: String) -> Bool {
    [".json", ".opml", ".xml", ".csv", ".txt"].contains { name.lowercased().hasSuffix($0) }
  }

  private mutating func read(_ path: String, isNamed: Bool) throws {
    let source = try InputFile.read(path)
    // Only what folders no longer state can be deleted.
    let file = SeedFileReader.read(source, isStrict: isStrict, findsUnread: !isNamed)
    if !isNamed && !file.isSeedFile {
      if file.isSchema { schemas += 1 } else { skipped.append(path) }
      return
    }
    if let unreadable = file.unreadable { unread.append(unreadable) }
    seeds.append(file.seeds)
    texts[path] = file.text ?? source
    // A category map and a file of former feeds state no records, so they have no entries to count.
    if file.categoryMap == nil, !file.isFormer {
      sources[path] = SeedSource(file.text ?? source, file, taking: kinds)
    }
    findings.add(file.diagnostics, in: file.text ?? source)
    if let map = file.categoryMap { take(map, of: source) }
  }

  /// Reads a file that must be a category map. It replaces any map among the seed files.
  mutating func readCategoryMap(_ path: String) throws {
    let source = try InputFile.read(path)
    let file = SeedFileReader.readCategoryMap(source)
    findings.add(file.diagnostics, in: source)
    categoryMap = file.categoryMap
  }

  /// Returns the identities of the feeds in a list. Reports invalid addresses.
  mutating func readFeeds(_ path: String) throws -> Set<FeedURL.Key> {
    let source = try InputFile.read(path)
    let file = SeedFileReader.read(source, isStrict: isStrict)
    findings.add(file.diagnostics + file.seeds.invalidAddresses, in: file.text ?? source)
    return file.seeds.identities
  }

  /// Removes the feeds at all other places than some.
  mutating func keepFeeds(at places: Set<Int>) {
    seeds.feeds = seeds.feeds.indices.filter(places.contains).map { seeds.feeds[$0] }
  }

  /// Returns a place as `file:line`.
  func place(of place: SeedPlace) -> String {
    let line = place.range.flatMap { sources[place.file]?.line(of: $0) }
    return place.file + (line.map { ":\($0)" } ?? "")
  }

  private mutating func take(_ map: CategoryMap, of source: SourceText) {
    guard categoryMap != nil else {
      categoryMap = map
      return
    }
    let message = "only one category map is used, and this is the second"
    let help = "remove one of them, or pass one with --category-map"
    findings.add(
      [Diagnostic(.warning, rule: "second-category-map", message, file: source.name, help: help)], in: source)
  }
}

/// Counts and lines of a seed file.
struct SeedSource {
  /// Number of entries of the accepted kinds, including entries that name no feed.
  let read: Int
  /// Number of repairs needed to read the file.
  let repaired: Int
  /// Number of entries that name no feed.
  let skipped: Int
  /// Whether the file may state feeds that were not read.
  let isPartial: Bool
  private let lines: LineTable

  /// Creates the source of a file from its text and its parsed content.
  init(_ source: SourceText, _ file: SeedFile, taking kinds: [SeedKind]) {
    let seeds = file.seeds.only(kinds)
    read = seeds.categories.count + seeds.feeds.count + seeds.collections.count + file.skipped
    skipped = file.skipped
    isPartial = file.isPartial
    repaired = file.diagnostics.count { $0.rule.hasPrefix("repaired-") || $0.rule == "salvaged" }
    lines = LineTable(source)
  }

  /// Returns the 1-based line where a range starts.
  func line(of range: SourceRange) -> Int { lines.position(at: range.start).line }
}
