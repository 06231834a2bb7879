package import Catalog
package import CloudKitRecords

/// A feed to export, created from a record of either layout.
package struct ExportedFeed: Sendable {
  /// The canonical address, without a user name or password.
  package let url: FeedURL
  /// The title, which defaults to the address.
  package let title: String
  /// The name of the record if it does not follow from the address, as after a move; otherwise `nil`.
  let recordName: RecordName?
  /// The category reference, as stored in feeds.
  let category: String?
  private let record: Record
  private let layout: CatalogLayout

  /// - Throws: The reason that the feed cannot be exported.
  init(_ record: Record, in layout: CatalogLayout) throws(ExportProblem) {
    self.record = record
    self.layout = layout
    let stored = record[FeedField.title]?.string
    let shown = stored ?? record.name.rawValue
    do {
      url = try FeedURL(record[FeedField.feedURL]?.string ?? "")
    } catch {
      throw ExportProblem(message: "feed '\(shown)' is not exported: \(error)")
    }
    guard url.redacted == url.canonical else {
      throw ExportProblem(message: "feed '\(shown)' is not exported: its URL contains a user name or password")
    }
    recordName = record.name == CatalogName.feed(url.key) ? nil : record.name
    title = stored.flatMap { $0.isEmpty ? nil : $0 } ?? url.key.description
    let category = record[FeedField.category]
    self.category = category?.reference?.recordName.rawValue ?? category?.string
  }

  /// Returns the value of a field, or `nil` for an empty text or a value of the wrong type.
  func value(_ field: CatalogField) -> FieldValue? {
    if field === FeedField.feedURL { return .string(url.canonical) }
    if field === FeedField.title { return .string(title) }
    guard let value = record[field, layout], field.accepts(value, in: layout) else { return nil }
    switch value {
    case .string(let text): return text.isEmpty ? nil : value
    case .list(let members): return .list(members.filter { $0.string?.isEmpty != true })
    // As the layout's apps read it.
    case .int64(let number) where field.content == .flag:
      return .flag(layout == .celestraKit ? number != 0 : number == 1)
    default: return value
    }
  }

  /// Returns the value of a field unless a new record has it anyway.
  func stated(_ field: CatalogField) -> FieldValue? { value(field).flatMap { $0 == field.initial[layout] ? nil : $0 } }

  package func text(_ field: CatalogField) -> String? { value(field)?.string }

  package var name: RecordName { record.name }

  var tags: [String]? { value(FeedField.tags)?.list?.compactMap(\.string) }
}

/// A reason that a record is omitted from an export or exported differently from the catalog.
struct ExportProblem: Error {
  let message: String
}

struct ExportedCollection: Sendable {
  /// The slug that the record name was derived from, or one derived from the title, unique among the collections.
  private(set) var slug: Slug
  let title: String
  let record: Record
  /// The feeds in order.
  let feeds: [RecordName]
  /// The slug that the record name was derived from; `nil` if no candidate is it.
  private let found: Slug?

  /// The slug is not stored, so candidates are checked against the record name.
  /// - Parameter names: Candidate slugs in addition to those derived from the title.
  init(_ record: Record, names: [String]) {
    self.record = record
    title = record[CollectionField.title]?.string ?? record.name.rawValue
    feeds = (record[CollectionField.feeds]?.references ?? []).map(\.recordName)
    let own = Slug.of(title)
    let others = FolderCollections.slugs(ofTitle: title) + names.compactMap { Slug(rawValue: $0) }
    found = (Self.guesses(own) + others).first { CatalogName.collection($0) == record.name }
    slug = found ?? own
  }

  var problem: String? {
    guard found == nil else { return nil }
    return "collection '\(title)' is called '\(slug)': its slug is not stored and was not guessed; "
      + "if it was created with another, pass that to --slug: a seed folder does not get the collection otherwise, and "
      + "seeding another file adds it again"
  }

  /// Returns likely slugs for a title: all of its words, or consecutive words.
  private static func guesses(_ whole: Slug) -> [Slug] {
    let words = whole.rawValue.split(separator: "-").prefix(12)
    let some = words.indices.flatMap { start in
      (start..<words.endIndex).compactMap { Slug(rawValue: words[start...$0].joined(separator: "-")) }
    }
    return [whole] + some
  }

  /// Returns all collections of a catalog, sorted by title.
  static func all(_ reader: CatalogReader, names: [String]) async throws(RecordStoreError) -> [ExportedCollection] {
    var all: [ExportedCollection] = []
    try await reader.forEachPage(of: .collections) { page in all += page.map { ExportedCollection($0, names: names) } }
    all.sort { $0.title != $1.title ? $0.title < $1.title : $0.record.name < $1.record.name }
    for (index, slug) in Slug.unique(all.map { ($0.found, $0.title) }).enumerated() { all[index].slug = slug }
    return all
  }

  /// Whether a text matches the collection's slug, record name, or title. Titles match in any case.
  func isCalled(_ text: String) -> Bool {
    record.name.rawValue == text || slug.rawValue == text || title.lowercased() == text.lowercased()
      || Slug(rawValue: text).map { CatalogName.collection($0) == record.name } ?? false
  }
}
