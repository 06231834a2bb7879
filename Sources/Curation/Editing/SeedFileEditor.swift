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
    /// Sets a field of the feed at a place. A new address makes the former one a former address, where a list states
    /// these.
    case change(SeedPlace, CatalogField, FieldValue)
    case remove(SeedPlace)
  }

  private let source: SourceText
  private let file: SeedFile
  private let list: any EditedList
  private var changes: [Int: [EditedValue]] = [:]
  private var removed: Set<Int> = []
  private var added: [FeedSeed] = []

  /// Opens a file.
  /// - Throws: `SeedFileRefusal` if files of its form are not edited.
  package init(_ source: SourceText) throws(SeedFileRefusal) {
    let file = SeedFileReader.read(source)
    if source.firstInvalidByte != nil || file.text != nil {
      throw SeedFileRefusal("only files in UTF-8 are edited")
    }
    guard let format = file.format else {
      guard let error = file.diagnostics.first(where: { $0.severity == .error }) else {
        throw SeedFileRefusal("the file has no feeds to edit")
      }
      let line = error.range.map { " in line \(LineTable(source).position(at: $0.start).line)" }
      throw SeedFileRefusal(error.message + (line ?? ""), at: error.range)
    }
    self.source = source
    self.file = file
    list = try format.editedList(source, file.seeds.feeds)
  }

  /// The feeds that the file states, before all edits.
  package var feeds: [FeedSeed] { file.seeds.feeds }

  /// Whether edits were collected.
  package var isEdited: Bool { !changes.isEmpty || !removed.isEmpty || !added.isEmpty }

  /// Collects an edit.
  /// - Throws: `SeedFileRefusal` if the list cannot be edited so. Earlier edits stay.
  package mutating func apply(_ edit: Edit) throws(SeedFileRefusal) {
    switch edit {
    case .add(let seed):
      _ = try place(of: seed, in: feeds)
      added.append(seed)
    case .change(let place, let field, let value):
      let index = try self.index(of: place)
      let value = EditedValue(field: field, value: value)
      _ = try list.edits(changing: index, [value])
      changes[index, default: []].append(value)
    case .remove(let place):
      let index = try self.index(of: place)
      let key = try? FeedURL(feeds[index].feedURL).key
      for collection in file.seeds.collections where key != nil {
        if (collection.feeds ?? []).contains(where: { (try? FeedURL($0.feedURL))?.key == key }) {
          throw SeedFileRefusal(
            "the collection '\(collection.slug)' of the file contains the feed; remove it there first")
        }
      }
      _ = try list.edits(removing: [index])
      removed.insert(index)
    }
  }

  private func index(of place: SeedPlace) throws(SeedFileRefusal) -> Int {
    let index = feeds.firstIndex { $0.place.range != nil && $0.place.range == place.range }
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
      let kept = feeds.indices.filter { !removed.contains($0) }
      let after = SeedFileReader.read(text)
      guard isSame(kept.map { feeds[$0] }, after, besides: kept.map { changes[$0] ?? [] }) else {
        throw SeedFileRefusal("the edit would change other entries of the file; edit it by hand")
      }
    }
    for seed in added { text = try Self.adding(seed, to: text) }
    return String(decoding: text.bytes, as: UTF8.self)
  }

  /// Returns the index of the feed that a new one follows or precedes; `nil` for the first feed of a file.
  private func place(of seed: FeedSeed, in feeds: [FeedSeed]) throws(SeedFileRefusal) -> ListOrder.Place? {
    try ListOrder(feeds).place(of: seed)
  }

  private static func adding(_ seed: FeedSeed, to source: SourceText) throws(SeedFileRefusal) -> SourceText {
    let editor = try SeedFileEditor(source)
    let place = try editor.place(of: seed, in: editor.feeds)
    let text = source.applying(try editor.list.edits(adding: seed, at: place))
    let after = SeedFileReader.read(text)
    let index = place.map { $0.isBefore ? $0.index : $0.index + 1 } ?? 0
    var feeds = after.seeds.feeds
    guard feeds.count == editor.feeds.count + 1, feeds.remove(at: index).feedURL == seed.feedURL,
      editor.isSame(editor.feeds, feeds, in: after)
    else { throw SeedFileRefusal("the new entry would change other entries of the file; add it by hand") }
    return text
  }

  /// Returns whether a file that was read again states the same feeds, except for some fields of each.
  private func isSame(_ feeds: [FeedSeed], _ after: SeedFile, besides changes: [[EditedValue]]) -> Bool {
    guard feeds.count == after.seeds.feeds.count else { return false }
    var (feeds, others) = (feeds, after.seeds.feeds)
    for (index, values) in changes.enumerated() {
      for value in values {
        if value.field === FeedField.feedURL {
          guard others[index].feedURL == value.value.string else { return false }
          others[index].feedURL = feeds[index].feedURL
          others[index].formerURLs = feeds[index].formerURLs
        } else {
          feeds[index].fields[value.field] = nil
          others[index].fields[value.field] = nil
          others[index].setsActive = feeds[index].setsActive
        }
      }
    }
    return isSame(feeds, others, in: after)
  }

  private func isSame(_ feeds: [FeedSeed], _ others: [FeedSeed], in after: SeedFile) -> Bool {
    let (before, seeds) = (file.seeds, after.seeds)
    return feeds.count == others.count && zip(feeds, others).allSatisfy { $0.isSame(as: $1) }
      && before.categories.map(\.fields) == seeds.categories.map(\.fields)
      && before.collections.map(\.fields) == seeds.collections.map(\.fields)
      && before.collections.map { $0.feeds?.map(\.feedURL) } == seeds.collections.map { $0.feeds?.map(\.feedURL) }
      && file.skipped == after.skipped
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

/// A new value of a field.
struct EditedValue {
  let field: CatalogField
  let value: FieldValue

  /// The value as lists without types write it.
  var text: String {
    switch value {
    case .string(let text): text
    case .list(let members): WordCell.text(members.compactMap(\.string))
    case .timestamp(let date): date.description
    default: value == .flag(false) ? "false" : "true"
    }
  }
}

/// A list in one form, which makes the edits of its text.
protocol EditedList {
  /// Returns the edits that set fields of a feed.
  func edits(changing feed: Int, _ values: [EditedValue]) throws(SeedFileRefusal) -> [Fix.Edit]
  func edits(removing feeds: Set<Int>) throws(SeedFileRefusal) -> [Fix.Edit]
  /// Returns the edits that add a feed beside another one, or as the first one.
  func edits(adding seed: FeedSeed, at place: ListOrder.Place?) throws(SeedFileRefusal) -> [Fix.Edit]
  /// Returns the edits that other edits need once in the file.
  func declarations(for edits: [Fix.Edit]) -> [Fix.Edit]
}

extension EditedList {
  func declarations(for edits: [Fix.Edit]) -> [Fix.Edit] { [] }
}

extension SeedFormat {
  func editedList(_ source: SourceText, _ feeds: [FeedSeed]) throws(SeedFileRefusal) -> any EditedList {
    switch self {
    case .seeds, .directory: EditedJSON(source, feeds)
    case .opml: EditedOPML(source: source, feeds: feeds)
    case .table: EditedTable(source)
    case .list: EditedLines(source, feeds)
    case .keyed: try EditedBlocks(source)
    }
  }
}

extension FeedSeed {
  /// Returns whether another seed states the same, wherever it is.
  fileprivate func isSame(as other: FeedSeed) -> Bool {
    feedURL == other.feedURL && formerURLs == other.formerURLs && recordName == other.recordName
      && fields == other.fields && folders == other.folders && categoryAttributes == other.categoryAttributes
      && setsActive == other.setsActive
  }

  /// The address and fields as values to write.
  var editedValues: [EditedValue] {
    [EditedValue(field: FeedField.feedURL, value: .string(feedURL))]
      + CatalogTable.feeds.curated.compactMap { field in fields[field].map { EditedValue(field: field, value: $0) } }
  }

  /// Returns the former addresses of the feed after it moves: each once, the last one last.
  func formerURLs(movingTo new: String) -> [String] {
    formerURLs.filter { $0 != new && $0 != feedURL } + [feedURL]
  }
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

  /// Returns the edit that removes the whole lines of a range. Without a line end after the last line, the one before it
  /// is removed.
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
