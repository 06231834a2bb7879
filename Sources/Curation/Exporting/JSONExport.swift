import Catalog
import CloudKitRecords
import JSON

/// An export in the project's own seed format: categories, feeds, and collections in one file. Fields without a value
/// are omitted.
struct JSONExport: ExportDocument {
  private(set) var problems: [String] = []
  private let contents: ExportContents
  private var isFirst = true

  init(_ contents: ExportContents) {
    self.contents = contents
    for category in contents.categories where category.slug == nil {
      problems.append("category '\(category.name)' is not exported: '\(category.reference)' is not a slug")
    }
    for collection in contents.collections where collection.feeds.isEmpty {
      problems.append("collection '\(collection.collection.title)' is not exported: it has no feeds")
    }
  }

  func head() -> String {
    let categories = contents.categories.filter { $0.slug != nil }.map { category in
      Self.object(Self.line(category.slug), .categories) { field in
        switch field {
        case _ where field.content == .category: contents.taxonomy.slug(of: category.parent).map(FieldValue.string)
        case _ where field === CategoryField.name: .string(category.name)
        default: category.record?[field]
        }
      }
    }
    return "{\n  \"categories\": [\(Self.list(categories))],\n  \"feeds\": ["
  }

  mutating func feed(_ feed: ExportedFeed) -> String {
    defer { isFirst = false }
    let language = feed.text(FeedField.language)
    let isLanguage = language.map { LanguageTag.problem(in: $0) == nil } ?? true
    if !isLanguage { problems.append("the language of '\(feed.title)' is not exported: it is not a language code") }
    let name = feed.recordName.map { "\"recordName\": \(Self.quoted($0.rawValue))" }
    let object = Self.object(name, .feeds) { field in
      switch field.content {
      case .category: contents.taxonomy.slug(of: feed.category).map(FieldValue.string)
      case .language where !isLanguage: nil
      default: feed.value(field)
      }
    }
    return (isFirst ? "\n" : ",\n") + object
  }

  func foot() -> String {
    let collections = contents.collections.filter { !$0.feeds.isEmpty }.map { collection, feeds in
      Self.object(Self.line(collection.slug), .collections) { field in
        switch field {
        case _ where field.content == .feeds: .strings(feeds)
        case _ where field === CollectionField.title: .string(collection.title)
        default: collection.record[field]
        }
      }
    }
    return (isFirst ? "" : "\n  ") + "],\n  \"collections\": [\(Self.list(collections))]\n}\n"
  }

  private static func list(_ objects: [String]) -> String {
    objects.isEmpty ? "" : "\n" + objects.joined(separator: ",\n") + "\n  "
  }

  private static func line(_ slug: Slug?) -> String? { slug.map { "\"slug\": \(quoted($0.rawValue))" } }

  /// Returns an element of a seed file's list: the line that identifies it, if any, and the fields that have a value.
  private static func object(
    _ identity: String?, _ table: CatalogTable, _ value: (CatalogField) -> FieldValue?
  ) -> String {
    var lines = [identity].compactMap(\.self)
    for field in table.curated {
      let text: String? =
        switch value(field) {
        case .string(let text): quoted(text)
        case .int64(let number): field.content == .flag ? String(number == 1) : String(number)
        case .timestamp(let date): quoted(date.description)
        case .list(let members): "[\(members.compactMap(\.string).map(quoted).joined(separator: ", "))]"
        case .double, .bytes, .reference, .location, .asset, nil: nil
        }
      if let text { lines.append("\"\(field.name)\": \(text)") }
    }
    return "    {\n" + lines.map { "      " + $0 }.joined(separator: ",\n") + "\n    }"
  }

  private static func quoted(_ text: String) -> String {
    String(decoding: JSONWriter.document { $0.string(text) }, as: UTF8.self)
  }
}
