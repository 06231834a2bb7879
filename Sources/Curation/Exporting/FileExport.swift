import Catalog
package import CloudKitRecords
package import Diagnostics
import JSON

/// An export divided among the JSON seed files that state its records. Lists are left alone: the JSON files win over
/// them. An entry stays as it is if the export could not write its record.
package struct FileExport {
  /// The entries that an export replaces. Records without an entry are added in any case.
  package enum Replaced: Sendable {
    case all
    /// For a container without categories and collections.
    case feeds
    /// Existing files do not change.
    case nothing

    fileprivate func contains(_ list: String) -> Bool {
      switch self {
      case .all: JSONSeeds.lists.contains(list)
      case .feeds: list == "feeds"
      case .nothing: false
      }
    }
  }

  /// The files to write, in order of name, with their texts.
  package private(set) var texts: [(file: String, text: String)] = []
  /// The entries that are no longer in the texts, each with the place of the entry that states the same record; `nil` if
  /// the container does not have the record.
  package private(set) var dropped: [(place: SeedPlace, title: String, other: SeedPlace?)] = []
  /// The entries of lists whose feeds the container does not have, so that the next seed creates them.
  package private(set) var returning: [(place: SeedPlace, title: String)] = []
  /// The records of entries that the export does not have.
  package private(set) var missing: [RecordName] = []

  /// - Parameters:
  ///   - summary: The summary of the export.
  ///   - files: The JSON seed files.
  ///   - newFile: The file for records that no file states, unless a file has feeds and may change.
  ///   - replaced: The entries to replace by those of the export; the others stay as they are.
  ///   - lists: What lists state, for former addresses of feeds that no file states, and for feeds that only they have.
  /// - Returns: `nil` if the export is not a seed file.
  package init?(
    _ export: SourceText, _ summary: CatalogExport.Summary, into files: [SourceText], newFile: String,
    replacing replaced: Replaced, besides lists: SeedCatalog = SeedCatalog()
  ) {
    var diagnostics: [Diagnostic] = []
    guard let root = JSONDocument.parse(export, into: &diagnostics)?.root.object else { return nil }
    let read = files.map { SeedFileReader.read($0, isStrict: false).seeds }
    var seeds = SeedCatalog()
    for some in read { seeds.append(some) }
    let (stated, listed) = (StatedRecords(seeds), StatedRecords(lists))
    let most = zip(files, read).max { $0.1.feeds.count < $1.1.feeds.count }
    let standard = most.flatMap { $0.1.feeds.isEmpty || replaced == .nothing ? nil : $0.0.name } ?? newFile
    // The elements of each file, by list.
    var contents = Dictionary(files.map { ($0.name, [String: [String]]()) }) { first, _ in first }
    let addresses = (root["feeds"]?.array.map(Array.init) ?? []).compactMap { Self.name(of: $0, in: "feeds")?.address }
    let present = Set((addresses + summary.omitted.values).compactMap { try? FeedURL($0).key })
    var found: Set<SeedPlace> = []
    var names: Set<RecordName> = []
    for list in JSONSeeds.lists {
      for element in root[list]?.array.map(Array.init) ?? [] {
        // Each seed would create the collection under its new slug, and the next export would give it another.
        let slug = list == "collections" ? element.object?["slug"]?.string : nil
        if let slug, summary.otherSlugs.contains(slug) { continue }
        let name = Self.name(of: element, in: list)
        if let name { names.insert(name.name) }
        let owner = name.flatMap { stated.entry(of: $0.name, at: $0.address) }
        if owner != nil, !replaced.contains(list) { continue }
        let other = name.flatMap { listed.entry(of: $0.name, at: $0.address) }
        found.formUnion([owner?.place, other?.place].compactMap(\.self))
        let seed = (owner ?? other)?.feed
        let text = Self.text(of: element, statedAs: seed, besides: present, in: export)
        contents[owner?.place.file ?? standard, default: [:]][list, default: []].append(text)
      }
    }
    let sources = Dictionary(files.map { ($0.name, $0) }) { first, _ in first }
    let entries = stated.entries.filter { replaced.contains(Self.list(of: $0.place)) }
    let omitted = Set(summary.omitted.compactMap { stated.entry(of: $0.key, at: $0.value)?.place })
    for place in entries.map(\.place) where omitted.contains(place) {
      guard let range = place.range, let source = sources[place.file], found.insert(place).inserted else { continue }
      contents[place.file, default: [:]][Self.list(of: place), default: []].append(source.string(range))
    }
    dropped = entries.filter { !found.contains($0.place) }.map { entry in
      let first = stated.entry(of: entry.name, at: entry.feed?.feedURL)?.place
      return (entry.place, entry.title, first.flatMap { found.contains($0) ? $0 : nil })
    }
    let returned = listed.entries.filter { entry in
      guard let feed = entry.feed, !present.contains(address: feed.feedURL) else { return false }
      return !(listed.entry(of: entry.name, at: feed.feedURL).map { found.contains($0.place) } ?? false)
    }
    returning = returned.map { ($0.place, $0.title) }
    let unlisted = entries.filter { !found.contains($0.place) } + returned
    missing = unlisted.map(\.name).filter { !names.contains($0) && $0.problem == nil }
    let changed = Set(entries.map(\.place.file))
    for (name, some) in contents.sorted(by: { $0.key < $1.key }) where !some.isEmpty || changed.contains(name) {
      texts.append((name, Self.text(of: some, replaced, like: sources[name])))
    }
  }

  /// Returns the list that an entry of a file is in.
  private static func list(of place: SeedPlace) -> String { String((place.path ?? "").prefix { $0 != "[" }) }

  /// Returns the name of an exported record, and the address of a feed.
  private static func name(of element: JSONValue, in list: String) -> (name: RecordName, address: String?)? {
    let slug = element.object?["slug"]?.string.flatMap { Slug(rawValue: $0) }
    if let slug { return (list == "categories" ? CatalogName.category(slug) : CatalogName.collection(slug), nil) }
    guard let url = element.object?["feedURL"]?.string, let key = try? FeedURL(url).key else { return nil }
    return (element.object?["recordName"]?.string.map { RecordName($0) } ?? CatalogName.feed(key), url)
  }

  /// Returns an element with the other addresses of the feed that its file states, which the container does not know.
  /// - Parameter present: The present addresses of all feeds.
  private static func text(
    of element: JSONValue, statedAs seed: FeedSeed?, besides present: Set<FeedURL.Key>, in export: SourceText
  ) -> String {
    guard let seed, let url = element.object?.first(where: { $0.key == "feedURL" }) else { return element.written }
    let former = (seed.formerURLs + [seed.feedURL]).filter { !present.contains(address: $0) }
    if former.isEmpty { return element.written }
    let quoted = former.map { text in String(decoding: JSONWriter.document { $0.string(text) }, as: UTF8.self) }
    let (start, end) = (element.range.start, url.value.range.end)
    return export.string(SourceRange(start, end)) + ",\n      \"formerURLs\": [\(quoted.joined(separator: ", "))]"
      + export.string(SourceRange(end, element.range.end))
  }

  /// Returns the text of a file: the keys and lists that do not change, as they are, and the lists that it had or gets.
  private static func text(of contents: [String: [String]], _ replaced: Replaced, like file: SourceText?) -> String {
    var diagnostics: [Diagnostic] = []
    let root = file.flatMap { JSONDocument.parse($0, into: &diagnostics)?.root.object }
    let others = (root.map { Array($0) } ?? []).filter { contents[$0.key] == nil && !replaced.contains($0.key) }
    var members = others.map { "  \"\($0.key)\": \($0.value.written)" }
    for list in JSONSeeds.lists where contents[list] != nil || replaced.contains(list) && root?.has(list) == true {
      let kept: [String] = replaced.contains(list) ? [] : root?[list]?.array.map { $0.map(\.written) } ?? []
      let elements = (kept + (contents[list] ?? [])).map { "\n    " + $0 }
      members.append("  \"\(list)\": [\(elements.joined(separator: ","))\(elements.isEmpty ? "" : "\n  ")]")
    }
    return "{\n" + members.joined(separator: ",\n") + "\n}\n"
  }
}
