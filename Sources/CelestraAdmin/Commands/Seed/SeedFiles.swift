import Catalog
import Curation
import Diagnostics
import Foundation

/// The seed files a user names: files, and folders whose seed files are taken in the order of their names.
struct SeedFiles {
  /// What the files state.
  private(set) var seeds = SeedCatalog()
  /// What is wrong in them.
  private(set) var findings = Findings()
  /// The category map among them; the first, where there are several.
  private(set) var categoryMap: CategoryMap?
  /// Files of folders that are no seed files, for a note each.
  private(set) var skipped: [String] = []
  /// What reports say of places in the files, which outlives their texts.
  private(set) var sources: [String: SeedSource] = [:]

  private let isStrict: Bool
  private let kinds: [SeedKind]

  /// Reads them all, to take some kinds of them; with `isStrict`, lists that are not well-formed are refused instead of
  /// mended.
  /// - Throws: `CommandFailure` where one cannot be read.
  init(_ paths: [String], taking kinds: [SeedKind], isStrict: Bool) throws {
    self.kinds = kinds
    self.isStrict = isStrict
    for path in paths {
      if Self.isFolder(path) {
        for file in try Self.files(inFolder: path) { try read(file, isNamed: false) }
      } else {
        try read(path, isNamed: true)
      }
    }
  }

  /// Whether a path is a folder's.
  static func isFolder(_ path: String) -> Bool {
    var isDirectory: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) && isDirectory.boolValue
  }

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
        "there is no seed file in \(path): it has no .json, .opml, .xml, .csv or .txt; name another folder or file")
    }
    return seeds.map { path.hasSuffix("/") ? path + $0 : "\(path)/\($0)" }
  }

  private static func isSeedFile(_ name: String) -> Bool {
    [".json", ".opml", ".xml", ".csv", ".txt"].contains { name.lowercased().hasSuffix($0) }
  }

  /// Lets go of the texts and seeds: a plan has what it needs of them, and a list may be large.
  mutating func forget() {
    findings = Findings()
    seeds = SeedCatalog()
  }

  private mutating func read(_ path: String, isNamed: Bool) throws {
    let source = try InputFile.read(path)
    let file = SeedFileReader.read(source, isStrict: isStrict)
    if !isNamed && !file.isSeedFile {
      skipped.append(path)
      return
    }
    seeds.append(file.seeds)
    // A category map states no records, and there is nothing to count of it.
    if file.categoryMap == nil { sources[path] = SeedSource(file.text ?? source, file, taking: kinds) }
    findings.add(file.diagnostics, in: file.text ?? source)
    if let map = file.categoryMap { take(map, of: source) }
  }

  /// Reads a file that has to be a category map; it goes before those among the seed files.
  mutating func readCategoryMap(_ path: String) throws {
    let source = try InputFile.read(path)
    let file = SeedFileReader.readCategoryMap(source)
    findings.add(file.diagnostics, in: source)
    categoryMap = file.categoryMap
  }

  /// Reads a list for the identities of its feeds only; an address that cannot be read is reported.
  mutating func readFeeds(_ path: String) throws -> Set<FeedURL.Key> {
    let source = try InputFile.read(path)
    let file = SeedFileReader.read(source, isStrict: isStrict)
    findings.add(file.diagnostics + file.seeds.invalidAddresses, in: file.text ?? source)
    return file.seeds.identities
  }

  private mutating func take(_ map: CategoryMap, of source: SourceText) {
    guard categoryMap != nil else {
      categoryMap = map
      return
    }
    let message = "there is another category map, and this one is not used"
    let help = "take one of them out, or name one with --category-map"
    findings.add(
      [Diagnostic(.warning, rule: "second-category-map", message, file: source.name, help: help)], in: source)
  }
}

/// What reports say of a seed file once its text is gone.
struct SeedSource {
  /// Entries of the kinds taken that it states, those that name no feed among them.
  let read: Int
  /// Places that were mended for it to be read.
  let repaired: Int
  /// Entries that name no feed.
  let skipped: Int
  /// Where its lines begin.
  private let lines: [Int32]

  /// The source of a text that was read.
  init(_ source: SourceText, _ file: SeedFile, taking kinds: [SeedKind]) {
    let seeds = file.seeds.only(kinds)
    read = seeds.categories.count + seeds.feeds.count + seeds.collections.count + file.skipped
    skipped = file.skipped
    repaired = file.diagnostics.count { $0.rule.hasPrefix("repaired-") || $0.rule == "salvaged" }
    lines = [0] + source.bytes.indices.lazy.filter { source.bytes[$0] == 0x0A }.map { Int32($0 + 1) }
  }

  /// The 1-based line of a place.
  func line(of range: SourceRange) -> Int {
    var low = 0
    var high = lines.count
    while low + 1 < high {
      let middle = (low + high) / 2
      if lines[middle] <= range.start { low = middle } else { high = middle }
    }
    return low + 1
  }
}
