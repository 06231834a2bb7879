import Catalog
import CloudKitRecords

/// A collection on its way out of a catalogue.
struct ExportedCollection: Sendable {
  /// The slug its record is named by, or one for its title.
  let slug: Slug
  let title: String
  let record: Record
  /// Its feeds, in order.
  let feeds: [RecordName]
  /// What is to be said of it.
  private(set) var problem: String?

  /// The collection of a record. Its slug is not stored: names that may have made the record's are tried.
  /// - Parameter names: what the collection may be called beside its title.
  init(_ record: Record, names: [String]) {
    self.record = record
    title = record[CollectionField.title]?.string ?? record.name.rawValue
    feeds = (record[CollectionField.feeds]?.list ?? []).compactMap { $0.reference?.recordName }
    let own = Slug.of(title)
    let found = (Self.guesses(own) + names.compactMap { Slug(rawValue: $0) }).first {
      CatalogName.collection($0) == record.name
    }
    slug = found ?? own
    if found == nil {
      problem =
        "collection '\(title)' is called '\(own)': its slug is not stored and was not guessed; give it with --slug, else seeding makes another"
    }
  }

  /// The slugs people give a collection of a title: all its words, or some that stand together.
  private static func guesses(_ whole: Slug) -> [Slug] {
    let words = whole.rawValue.split(separator: "-").prefix(12)
    let some = words.indices.flatMap { start in
      (start..<words.endIndex).compactMap { Slug(rawValue: words[start...$0].joined(separator: "-")) }
    }
    return [whole] + some
  }

  /// All collections of a catalogue, by title.
  static func all(_ reader: CatalogReader, names: [String]) async throws(RecordStoreError) -> [ExportedCollection] {
    var all: [ExportedCollection] = []
    try await reader.forEachPage(of: .collections) { page in all += page.map { ExportedCollection($0, names: names) } }
    return all.sorted { $0.title != $1.title ? $0.title < $1.title : $0.record.name < $1.record.name }
  }

  /// Whether a person means this one: by slug, record name or title, in any case.
  func isCalled(_ text: String) -> Bool {
    record.name.rawValue == text || slug.rawValue == text || title.lowercased() == text.lowercased()
      || Slug(rawValue: text).map { CatalogName.collection($0) == record.name } ?? false
  }
}
