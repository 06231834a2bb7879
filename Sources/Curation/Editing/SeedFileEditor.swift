package import Catalog
package import CloudKitRecords
package import Diagnostics

/// Edits of the feeds in a seed file or list: a few lines change; the order, form, and comments of the rest stay.
///
/// Edits are collected, and the text with them is checked by reading it again: everything that no edit names must be as
/// before.
package struct SeedFileEditor {
  package enum Edit: Sendable {
    /// Adds a feed where the list's order has its place: among the feeds of its last folder or its category, or else at
    /// the end.
    case add(FeedSeed)
    /// Sets a field of the entry at a place, or clears it. A new address makes the former one a former address, where a
    /// list states these. A collection's feeds are their addresses.
    /// `from` is the record's value before: an OPML list states tags and categories in one attribute.
    case change(SeedPlace, CatalogField, FieldValue?, from: FieldValue? = nil)
    /// Also removes a feed from the collections of the file.
    case remove(SeedPlace)
    /// Removes a feed, by all its addresses, from the collections of the file.
    case removeFromCollections(Set<FeedURL.Key>)
  }

  private let source: SourceText
  private let file: SeedFile
  private let list: any EditedList
  private var changes: [Int: [EditedValue]] = [:]
  private var removed: Set<Int> = []
  private var added: [FeedSeed] = []

  /// - Throws: `SeedFileRefusal` if files of its form are not edited.
  package init(_ source: SourceText) throws(SeedFileRefusal) {
    let source = FirstEntry.started(source)
    let file = SeedFileReader.read(source)
    if source.firstInvalidByte != nil || file.text != nil {
      throw SeedFileRefusal("only files in UTF-8 are edited")
    }
    guard let format = file.format ?? FirstEntry.format(of: source, file) else {
      guard let error = file.diagnostics.first(where: { $0.severity == .error }) else {
        throw SeedFileRefusal("the file has no feeds to edit")
      }
      let line = error.range.map { " in line \(LineTable(source).position(at: $0.start).line)" }
      let isOther = ["empty-file", "not-seeds"].contains(error.rule)
      let example = isOther ? "; a first entry looks like: \(FirstEntry.example(in: source.name))" : ""
      throw SeedFileRefusal(error.message + (line ?? "") + example, at: error.range)
    }
    self.source = source
    self.file = file
    list = try format.editedList(source, file.seeds)
  }

  /// The feeds that the file states, before all edits.
  package var feeds: [FeedSeed] { file.seeds.feeds }

  package var statesFormerURLs: Bool { list.statesFormerURLs }

  package var isEdited: Bool { !changes.isEmpty || !removed.isEmpty || !added.isEmpty }

  /// Collects an edit.
  /// - Throws: `SeedFileRefusal` if the list cannot be edited this way. Earlier edits stay.
  package mutating func apply(_ edit: Edit) throws(SeedFileRefusal) {
    switch edit {
    case .add(let seed):
      // Other lists have folders and names.
      if file.format == .seeds { try Self.checkSlug(seed.fields[FeedField.category]) }
      _ = try ListOrder(feeds).place(of: seed)
      added.append(seed)
    case .change(let place, let field, let value, let former):
      let index = try self.index(of: place)
      if field.content == .category, file.format == .seeds || file.format == .opml { try Self.checkSlug(value) }
      let value = EditedValue(field: field, value: value, former: former)
      _ = try list.edits(changing: index, [value])
      changes[index, default: []].removeAll { $0.field === value.field }
      changes[index, default: []].append(value)
    case .remove(let place):
      let index = try self.index(of: place)
      if index < feeds.count { try removeFromCollections(feeds[index].keys) }
      _ = try list.edits(removing: [index])
      removed.insert(index)
    case .removeFromCollections(let keys): try removeFromCollections(keys)
    }
  }

  private static func checkSlug(_ category: FieldValue?) throws(SeedFileRefusal) {
    guard let name = category?.string, Slug(rawValue: name) == nil else { return }
    throw SeedFileRefusal("'\(name)' is not the slug of a category")
  }

  private mutating func removeFromCollections(_ keys: Set<FeedURL.Key>) throws(SeedFileRefusal) {
    for (position, collection) in file.seeds.collections.enumerated() {
      let index = feeds.count + file.seeds.categories.count + position
      let change = changes[index]?.last { $0.field === CollectionField.feeds }
      let members = change?.value?.list?.compactMap(\.string) ?? (collection.feeds ?? []).map(\.feedURL)
      let left = members.filter { !keys.contains(address: $0) }
      if left.count == members.count { continue }
      if left.isEmpty {
        throw SeedFileRefusal(
          "the collection '\(collection.slug)' of \(source.name) would have no feed; remove it first")
      }
      changes[index, default: []].removeAll { $0.field === CollectionField.feeds }
      changes[index, default: []].append(EditedValue(field: CollectionField.feeds, value: .strings(left)))
    }
  }

  /// Returns the position of an entry among the feeds, categories, and collections.
  private func index(of place: SeedPlace) throws(SeedFileRefusal) -> Int {
    let index = file.seeds.places.firstIndex { $0.range != nil && $0.range == place.range }
    guard let index else { throw SeedFileRefusal("the file has changed") }
    return index
  }

  /// Returns the text with all collected edits.
  /// - Throws: `SeedFileRefusal` if they would change other entries, too.
  package func text() throws(SeedFileRefusal) -> String {
    var edits: [Fix.Edit] = []
    for (index, values) in changes.sorted(by: { $0.key < $1.key }) where !removed.contains(index) {
      edits += try list.edits(changing: index, values)
    }
    edits += try list.edits(removing: removed)
    var text = edits.isEmpty ? source : source.applying(edits + list.declarations(for: edits))
    if !edits.isEmpty {
      var (before, after) = (StatedEntries(file), StatedEntries(SeedFileReader.read(text)))
      let kept = before.entries.indices.filter { !removed.contains($0) }
      before.entries = kept.map { before.entries[$0] }
      for (position, index) in kept.enumerated() {
        for value in changes[index] ?? [] {
          guard after.states(value, at: position) else {
            throw SeedFileRefusal("the edit would not state the \(value.field.name) as given; edit the file by hand")
          }
          before.ignore(value.field, at: position)
          after.ignore(value.field, at: position)
        }
      }
      guard before == after else {
        throw SeedFileRefusal("the edit would change other entries of the file; edit it by hand")
      }
    }
    for seed in added { text = try Self.adding(seed, to: text) }
    return String(decoding: text.bytes, as: UTF8.self)
  }

  private static func adding(_ seed: FeedSeed, to source: SourceText) throws(SeedFileRefusal) -> SourceText {
    let editor = try SeedFileEditor(source)
    let place = try ListOrder(editor.feeds).place(of: seed)
    let text = source.applying(try editor.list.edits(adding: seed, at: place))
    // A first entry gives the file its form.
    let before = editor.file.format == nil ? StatedEntries(SeedFile(source)) : StatedEntries(editor.file)
    var after = StatedEntries(SeedFileReader.read(text))
    let index = place.map { $0.isBefore ? $0.index : $0.index + 1 } ?? 0
    guard after.entries.indices.contains(index), after.entries.remove(at: index).address == seed.feedURL,
      after == before
    else { throw SeedFileRefusal("the new entry would change other entries of the file; add it by hand") }
    return text
  }
}

/// The reason why a file cannot be edited.
package struct SeedFileRefusal: Error, Hashable, Sendable {
  /// Lower case, without a full stop.
  package let reason: String
  package let range: SourceRange?

  init(_ reason: String, at range: SourceRange? = nil) {
    self.reason = reason
    self.range = range
  }
}

extension SeedFormat {
  func editedList(_ source: SourceText, _ seeds: SeedCatalog) throws(SeedFileRefusal) -> any EditedList {
    switch self {
    case .seeds, .directory: EditedJSON(source, seeds)
    case .opml: EditedOPML(source: source, feeds: seeds.feeds)
    case .table: EditedTable(source)
    case .list: EditedLines(source, seeds.feeds)
    case .keyed: try EditedBlocks(source)
    }
  }
}

extension SeedCatalog {
  /// The places of the feeds, categories, and collections.
  var places: [SeedPlace] { feeds.map(\.place) + categories.map(\.place) + collections.map(\.place) }
}

extension SourceText {
  /// Returns the text with edits. Where removals touch, bytes are removed once.
  func applying(_ edits: [Fix.Edit]) -> SourceText {
    var result: [UInt8] = []
    var end = 0
    let sorted = edits.enumerated().sorted {
      ($0.element.range.start, $0.element.range.end, $0.offset) < (
        $1.element.range.start, $1.element.range.end, $1.offset
      )
    }
    for (_, edit) in sorted {
      if edit.range.start > end { result += bytes[end..<edit.range.start] }
      result += Array(edit.replacement.utf8)
      end = max(end, edit.range.end)
    }
    return SourceText(name: name, bytes: result + bytes[end...])
  }

  /// Returns the edit that removes the whole lines of a range. Without a line end after the last line, the one before
  /// it is removed.
  func removingLines(of range: SourceRange) -> Fix.Edit {
    var lines = lines(of: range)
    if lines.end == bytes.count, lines.start > 0,
      !bytes[lines.start..<lines.end].contains(where: { $0 == 0x0A || $0 == 0x0D })
    {
      while lines.start > 0, bytes[lines.start - 1] == 0x0A || bytes[lines.start - 1] == 0x0D {
        lines.start -= 1
        if bytes[lines.start] == 0x0A, lines.start > 0, bytes[lines.start - 1] == 0x0D { lines.start -= 1 }
        break
      }
    }
    return Fix.Edit(range: lines, replacement: "")
  }

  /// Returns the edit that adds a line before or after the lines of a range.
  func addingLine(_ text: String, isBefore: Bool, _ range: SourceRange) -> Fix.Edit {
    let lines = lines(of: range)
    if isBefore { return Fix.Edit(range: SourceRange(lines.start, lines.start), replacement: text + lineEnd) }
    let isEnded = lines.end > 0 && (bytes[lines.end - 1] == 0x0A || bytes[lines.end - 1] == 0x0D)
    return Fix.Edit(
      range: SourceRange(lines.end, lines.end), replacement: isEnded ? text + lineEnd : lineEnd + text)
  }
}
