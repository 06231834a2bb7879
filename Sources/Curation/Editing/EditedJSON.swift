import Catalog
import CloudKitRecords
import Diagnostics
import JSON

/// The project's own JSON, or a `blogs.json`.
struct EditedJSON: EditedList {
  private struct Element {
    let members: JSONObject
    let range: SourceRange
    /// The list that it is in, and its position there.
    let list: Int
    let index: Int
  }

  /// The keys of a directory's sites.
  private static let directoryKeys = [
    FeedField.feedURL.name: "feed_url", FeedField.title.name: "title", FeedField.siteURL.name: "site_url",
  ]

  private let source: SourceText
  private let isDirectory: Bool
  /// The elements of the lists of feeds or sites, also those without a feed, and of categories and collections.
  private var lists: [(range: SourceRange, elements: [SourceRange])] = []
  /// The elements of the feeds, categories, and collections.
  private var entries: [Element] = []
  /// Whether the first list is of feeds.
  private let hasFeeds: Bool

  init(_ source: SourceText, _ seeds: SeedCatalog) {
    self.source = source
    var mistakes: [Diagnostic] = []
    let root = JSONDocument.parse(source, into: &mistakes)?.root
    isDirectory = root?.array != nil
    hasFeeds = root?.object?["feeds"]?.array != nil
    var places: [Int: Element] = [:]
    for value in Self.lists(in: root) {
      let objects = value.array.map { Array($0) } ?? []
      for (index, object) in objects.enumerated() {
        guard let members = object.object else { continue }
        let place = isDirectory ? members["feed_url"]?.range : object.range
        if let place {
          places[place.start] = Element(members: members, range: object.range, list: lists.count, index: index)
        }
      }
      lists.append((value.range, objects.map(\.range)))
    }
    entries = seeds.places.compactMap { $0.range.flatMap { places[$0.start] } }
  }

  var statesFormerURLs: Bool { !isDirectory }

  private static func lists(in root: JSONValue?) -> [JSONValue] {
    guard let languages = root?.array else {
      return ["feeds", "categories", "collections"].compactMap { root?.object?[$0] }
    }
    return languages.flatMap { language in
      (language.object?["categories"]?.array.map { Array($0) } ?? []).compactMap { $0.object?["sites"] }
    }
  }

  private func key(of field: CatalogField) throws(SeedFileRefusal) -> String {
    guard isDirectory else { return field.name }
    guard let key = Self.directoryKeys[field.name] else { throw SeedFileRefusal("the list has no key for this field") }
    return key
  }

  func edits(changing entry: Int, _ values: [EditedValue]) throws(SeedFileRefusal) -> [Fix.Edit] {
    let members = entries[entry].members
    var edits: [Fix.Edit] = []
    var added: [(key: String, value: String)] = []
    func set(_ key: String, _ value: String) {
      if let member = members.reversed().first(where: { $0.key == key }) {
        edits.append(Fix.Edit(range: member.value.range, replacement: value))
      } else {
        added.append((key, value))
      }
    }
    for value in values {
      set(try key(of: value.field), literal(value, like: members[try key(of: value.field)]))
      if value.field === FeedField.feedURL, !isDirectory, let old = members["feedURL"]?.string {
        var seed = FeedSeed(feedURL: old, authority: .named, place: SeedPlace(file: "", range: nil))
        seed.formerURLs = members["formerURLs"]?.array?.compactMap(\.string) ?? []
        let all = EditedValue(field: FeedField.tags, value: .strings(seed.formerURLs(movingTo: value.text)))
        set("formerURLs", literal(all, like: members["formerURLs"]))
      }
    }
    if let last = members.reduce(nil as JSONMember?, { $1 }), !added.isEmpty {
      let end = last.value.range.end
      let text = added.map {
        "," + beforeMember(last, of: members) + JSONWriter.literal($0.key) + colon(last) + $0.value
      }
      edits.append(Fix.Edit(range: SourceRange(end, end), replacement: text.joined()))
    }
    return edits
  }

  /// The white space before a member, as the object has it.
  private func beforeMember(_ last: JSONMember, of members: JSONObject) -> String {
    guard let first = members.first(where: { _ in true }), first.keyRange != last.keyRange else { return " " }
    return spaceBefore(last.keyRange.start)
  }

  private func spaceBefore(_ offset: Int) -> String {
    let start = source.bytes[..<offset].lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? offset
    return source.string(SourceRange(start, offset))
  }

  private func colon(_ member: JSONMember) -> String {
    source.string(SourceRange(member.keyRange.end, member.value.range.start))
  }

  /// Returns a value in JSON. The elements of a list keep the form that they have.
  private func literal(_ value: EditedValue, like old: JSONValue?) -> String {
    switch value.value {
    case nil: return "null"
    case .int64: return value.text
    case .list(let members):
      let texts = members.compactMap(\.string).map(JSONWriter.literal)
      guard let old, let elements = old.array.map({ Array($0) }), let first = elements.first, let last = elements.last
      else { return "[\(texts.joined(separator: ", "))]" }
      let open = source.string(SourceRange(old.range.start, first.range.start))
      let space = elements.count > 1 ? spaceBefore(elements[1].range.start) : String(open.dropFirst())
      let between = "," + (space.isEmpty && elements.count == 1 ? " " : space)
      return open + texts.joined(separator: between) + source.string(SourceRange(last.range.end, old.range.end))
    default: return JSONWriter.literal(value.text)
    }
  }

  func edits(removing entries: Set<Int>) throws(SeedFileRefusal) -> [Fix.Edit] {
    let byList = Dictionary(grouping: entries.map { self.entries[$0] }, by: \.list)
    return byList.sorted { $0.key < $1.key }.flatMap { list, removed -> [Fix.Edit] in
      let elements = lists[list].elements
      let removed = Set(removed.map(\.index))
      let last = elements.indices.last { !removed.contains($0) }
      var edits = removed.filter { $0 < last ?? 0 }.sorted().map { index in
        Fix.Edit(range: SourceRange(elements[index].start, elements[index + 1].start), replacement: "")
      }
      if let end = elements.last?.end, last.map({ $0 < elements.count - 1 }) ?? true {
        // With the comma after the last one that stays, or with the white space in a list that is empty then.
        let all = SourceRange(lists[list].range.start + 1, lists[list].range.end - 1)
        let range = last.map { SourceRange(elements[$0].end, end) } ?? all
        edits.append(Fix.Edit(range: range, replacement: ""))
      }
      return edits
    }
  }

  func edits(adding seed: FeedSeed, at place: ListOrder.Place?) throws(SeedFileRefusal) -> [Fix.Edit] {
    guard let place else { return [try first(seed)] }
    let other = entries[place.index]
    let elements = lists[other.list].elements
    let object = try self.object(seed, like: other)
    let space = spaceBefore(elements[min(1, elements.count - 1)].start)
    let (start, end) = (other.range.start, other.range.end)
    if place.isBefore { return [Fix.Edit(range: SourceRange(start, start), replacement: object + "," + space)] }
    return [Fix.Edit(range: SourceRange(end, end), replacement: "," + space + object)]
  }

  /// The keys and values of a new feed, in the order of the catalog.
  private func values(of seed: FeedSeed) throws(SeedFileRefusal) -> [(key: String, value: String)] {
    var seed = seed
    // The directory's languages and categories are lists of their own.
    if isDirectory {
      let kept = [FeedField.title, FeedField.siteURL].map { ($0, seed.fields[$0]) }
      seed.fields = SeedFields(.feeds)
      for (field, value) in kept { seed.fields[field] = value }
    }
    return try seed.editedValues.map { value throws(SeedFileRefusal) in
      (try key(of: value.field), literal(value, like: nil))
    }
  }

  /// Returns the object of a new feed in the form of another one.
  private func object(_ seed: FeedSeed, like other: Element) throws(SeedFileRefusal) -> String {
    let values = try values(of: seed)
    let members = Array(other.members)
    guard let first = members.first, let last = members.last else { return "{}" }
    let order = members.map(\.key)
    func rank(_ key: String) -> Int { order.firstIndex(of: key) ?? order.count }
    let sorted = values.enumerated().sorted {
      (rank($0.element.key), $0.offset) < (rank($1.element.key), $1.offset)
    }.map(\.element)
    let open = source.string(SourceRange(other.range.start, first.keyRange.start))
    let close = source.string(SourceRange(last.value.range.end, other.range.end))
    let isInline = !open.contains { $0.isNewline }
    let between =
      members.count > 1 ? "," + beforeMember(last, of: other.members) : isInline ? ", " : "," + open.dropFirst()
    return open + sorted.map { JSONWriter.literal($0.key) + colon(first) + $0.value }.joined(separator: between)
      + close
  }

  /// Returns the edit that adds the first feed of a file.
  private func first(_ seed: FeedSeed) throws(SeedFileRefusal) -> Fix.Edit {
    guard hasFeeds || isDirectory && lists.count == 1, let list = lists.first, list.elements.isEmpty else {
      if isDirectory || hasFeeds { throw SeedFileRefusal("the list has no feed beside which to add one") }
      throw SeedFileRefusal("the file has no 'feeds'; it begins like: \(FirstEntry.example(in: ".json"))")
    }
    let line = source.lines(of: SourceRange(list.range.start, list.range.start)).start
    let indent = source.bytes[line...].prefix { $0 == 0x20 }.count
    let (end, space) = (source.lineEnd, String(repeating: " ", count: indent))
    let members = try values(of: seed).map { "\(JSONWriter.literal($0.key)): \($0.value)" }
    return Fix.Edit(
      range: SourceRange(list.range.start + 1, list.range.end - 1),
      replacement: "\(end)\(space)  { \(members.joined(separator: ", ")) }\(end)\(space)")
  }
}
