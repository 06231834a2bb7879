import Catalog
import CloudKitRecords
import JSON

/// An export in the project's own seed format: categories, feeds, and collections in one file. Fields without a value
/// are omitted.
struct JSONExport: ExportDocument {
  private(set) var problems: [String] = []
  private let contents: ExportContents
  private var writer = JSONWriter(isIndented: true)

  init(_ contents: ExportContents) {
    self.contents = contents
    for category in contents.categories where category.slug == nil {
      problems.append("category '\(category.name)' is not exported: '\(category.reference)' is not a slug")
    }
    for collection in contents.collections where collection.feeds.isEmpty {
      problems.append("collection '\(collection.collection.title)' is not exported: it has no feeds")
    }
  }

  mutating func head() -> String {
    writer.beginObject()
    writer.name("categories")
    writer.array(contents.categories.filter { $0.slug != nil }) { writer, category in
      Self.write(to: &writer, "slug", category.slug?.rawValue, .categories) { field in
        switch field {
        case _ where field.content == .category: contents.taxonomy.slug(of: category.parent).map(FieldValue.string)
        case _ where field === CategoryField.name: .string(category.name)
        default: category.record?[field]
        }
      }
    }
    writer.name("feeds")
    writer.beginArray()
    return writer.take()
  }

  mutating func feed(_ feed: ExportedFeed) -> String {
    let language = feed.text(FeedField.language)
    let isLanguage = language.map { LanguageTag.problem(in: $0) == nil } ?? true
    if !isLanguage { problems.append("the language of '\(feed.title)' is not exported: it is not a language code") }
    let contents = contents
    Self.write(to: &writer, "recordName", feed.recordName?.rawValue, .feeds) { field in
      switch field.content {
      case .category: contents.taxonomy.slug(of: feed.category).map(FieldValue.string)
      case .language where !isLanguage: nil
      default: feed.stated(field)
      }
    }
    return writer.take()
  }

  mutating func foot() -> String {
    writer.endArray()
    writer.name("collections")
    writer.array(contents.collections.filter { !$0.feeds.isEmpty }) { writer, element in
      let (collection, feeds) = element
      Self.write(to: &writer, "slug", collection.slug.rawValue, .collections) { field in
        switch field {
        case _ where field.content == .feeds: .strings(feeds)
        case _ where field === CollectionField.title: .string(collection.title)
        default: collection.record[field].flatMap { $0 == field.initial[.publicCatalog] ? nil : $0 }
        }
      }
    }
    writer.endObject()
    return writer.take() + "\n"
  }

  /// Writes an element of a seed file's list: the member that identifies it, if any, and the fields that have a value.
  private static func write(
    to writer: inout JSONWriter, _ key: String, _ identity: String?, _ table: CatalogTable,
    _ value: (CatalogField) -> FieldValue?
  ) {
    writer.object { writer in
      writer.member(key, identity)
      for field in table.curated {
        switch value(field) {
        case .string(let text): writer.member(field.name, text)
        case .int64(let number):
          if field.content == .flag {
            writer.member(field.name, number == 1)
          } else {
            writer.member(field.name, number)
          }
        case .timestamp(let date): writer.member(field.name, date.description)
        case .list(let members):
          writer.name(field.name)
          writer.onOneLine(isSpaced: true) { $0.array(members.compactMap(\.string)) { $0.string($1) } }
        case .double, .bytes, .reference, .location, .asset, nil: continue
        }
      }
    }
  }
}
