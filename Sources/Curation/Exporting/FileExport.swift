import Catalog
import CloudKitRecords
package import Diagnostics
import JSON

/// An export divided among the JSON seed files that state its records. Lists are left alone: the JSON files win over them.
package struct FileExport {
  /// The files to write, in order of name, with their texts.
  package private(set) var texts: [(file: String, text: String)] = []
  /// The entries of the files that the container does not have. They are no longer in the texts.
  package private(set) var missing: [(place: SeedPlace, title: String)] = []

  private static let lists = ["categories", "feeds", "collections"]

  /// The new elements of a file, by list.
  private struct Contents {
    var elements: [String: [String]] = [:]
  }

  /// Divides an export.
  /// - Parameters:
  ///   - files: The JSON seed files.
  ///   - newFile: The file for records that none of the files states, if there is none with feeds.
  /// - Returns: `nil` if the export is not a seed file.
  package init?(_ export: SourceText, into files: [SourceText], newFile: String) {
    var diagnostics: [Diagnostic] = []
    guard let root = JSONDocument.parse(export, into: &diagnostics)?.root.object else { return nil }
    let read = files.map { SeedFileReader.read($0, isStrict: false).seeds }
    let owners = Owners(read, files.map(\.name))
    let most = zip(files, read).max { $0.1.feeds.count < $1.1.feeds.count }
    let standard = most.flatMap { $0.1.feeds.isEmpty ? nil : $0.0.name } ?? newFile
    var contents = Dictionary(files.map { ($0.name, Contents()) }) { first, _ in first }
    var found: Set<SeedPlace> = []
    for list in Self.lists {
      for element in root[list]?.array.map(Array.init) ?? [] {
        let owner = owners.owner(of: element, in: list)
        if let place = owner?.place { found.insert(place) }
        let text = Self.text(of: element, formerly: owner?.formerURLs ?? [], in: export)
        contents[owner?.place.file ?? standard, default: Contents()].elements[list, default: []].append(text)
      }
    }
    missing = owners.all.filter { !found.contains($0.place) }.map { ($0.place, $0.title) }
    for (name, some) in contents.sorted(by: { $0.key < $1.key }) {
      texts.append((name, Self.text(of: some, like: files.first { $0.name == name })))
    }
  }

  /// Returns an element with the former addresses that its file states, which the container does not know.
  private static func text(of element: JSONValue, formerly former: [String], in export: SourceText) -> String {
    guard !former.isEmpty, let url = element.object?.first(where: { $0.key == "feedURL" }) else {
      return element.written
    }
    let quoted = former.map { text in String(decoding: JSONWriter.document { $0.string(text) }, as: UTF8.self) }
    let (start, end) = (element.range.start, url.value.range.end)
    return export.string(SourceRange(start, end)) + ",\n      \"formerURLs\": [\(quoted.joined(separator: ", "))]"
      + export.string(SourceRange(end, element.range.end))
  }

  /// Returns the text of a file: the keys beside its lists, as they are, and the lists that it had or gets.
  private static func text(of contents: Contents, like file: SourceText?) -> String {
    var diagnostics: [Diagnostic] = []
    let root = file.flatMap { JSONDocument.parse($0, into: &diagnostics)?.root.object }
    let others = (root.map { Array($0) } ?? []).filter { !lists.contains($0.key) }
    var members = others.map { "  \"\($0.key)\": \($0.value.written)" }
    for list in lists where root?.has(list) == true || contents.elements[list] != nil {
      let elements = (contents.elements[list] ?? []).map { "\n    " + $0 }
      members.append("  \"\(list)\": [\(elements.joined(separator: ","))\(elements.isEmpty ? "" : "\n  ")]")
    }
    return "{\n" + members.joined(separator: ",\n") + "\n}\n"
  }
}

/// The entries of seed files, found as a seed finds their records.
private struct Owners {
  struct Entry {
    let place: SeedPlace
    let title: String
    /// The addresses of a feed, the present one last.
    var urls: [String] = []
    /// The former addresses to state beside the container's.
    var formerURLs: [String] = []
  }

  private(set) var all: [Entry] = []
  private var byIdentity: [String: Int] = [:]

  init(_ seeds: [SeedCatalog], _ names: [String]) {
    for catalog in seeds {
      for seed in catalog.categories { add(Entry(place: seed.place, title: seed.label), ["categories/\(seed.slug)"]) }
      for seed in catalog.collections { add(Entry(place: seed.place, title: seed.label), ["collections/\(seed.slug)"]) }
      for seed in catalog.feeds {
        let title = seed.fields[FeedField.title]?.string ?? FeedURL.redacted(seed.feedURL)
        let keys = (seed.formerURLs + [seed.feedURL]).compactMap { try? FeedURL($0).key }
        let entry = Entry(place: seed.place, title: title, urls: seed.formerURLs + [seed.feedURL])
        let names = keys.map { "name/\(CatalogName.feed($0))" } + (seed.recordName.map { ["name/\($0)"] } ?? [])
        add(entry, keys.map { "feeds/\($0.rawValue)" } + names)
      }
    }
  }

  private mutating func add(_ entry: Entry, _ identities: [String]) {
    for identity in identities where byIdentity[identity] == nil { byIdentity[identity] = all.count }
    all.append(entry)
  }

  func owner(of element: JSONValue, in list: String) -> Entry? {
    guard let members = element.object else { return nil }
    guard list == "feeds" else { return byIdentity["\(list)/\(members["slug"]?.string ?? "")"].map { all[$0] } }
    guard let key = members["feedURL"]?.string.flatMap({ try? FeedURL($0).key }) else { return nil }
    let name = members["recordName"]?.string.map { RecordName($0) } ?? CatalogName.feed(key)
    guard let index = byIdentity["feeds/\(key.rawValue)"] ?? byIdentity["name/\(name)"] else { return nil }
    var entry = all[index]
    entry.formerURLs = entry.urls.filter { (try? FeedURL($0).key) != key }
    return entry
  }
}
