import Catalog
package import CloudKitRecords

/// The identifier, address, and title of a stored article without the spelling of the program that wrote them: white
/// space around an identifier, an unusual address, HTML in a title.
package struct ArticleSpelling: Sendable {
  /// The identifier; `nil` for an article without one.
  package let guid: String?
  package let url: String
  package let title: String

  package init(_ record: Record) {
    guid = record[ArticleField.guid.name]?.string.map(EntryKey.withoutPadding)
    url = Self.url(record[ArticleField.url.name]?.string ?? "")
    title = Self.title(record[ArticleField.title.name]?.string ?? "")
  }

  /// The values of which copies share one, unlike other articles with the same text: some feeds have "Comments" as the
  /// text of every article.
  package var copyKeys: [String] { [title, url] }

  static func url(_ text: String) -> String { WebLink.address(text) ?? text }

  /// - Parameter isText: Whether the tags of a title stay, as those of a feed that declares its titles to be text.
  static func title(_ text: String, isText: Bool = false) -> String {
    LineText.of(text, isText: isText, atMost: ArticleDraft.titleLength) ?? text
  }

  /// Returns the `contentHash` of CelestraKit, which is not a digest.
  package static func celestraKitHash(of fields: RecordFields) -> FieldValue {
    let parts = [ArticleField.title, ArticleField.url, ArticleField.guid].map { fields[$0.name]?.string ?? "" }
    return .string(parts.joined(separator: "|"))
  }
}

extension ArticleDraft {
  /// Returns the fields that a stored article should have. The stored title, address, and identifier stay if they are
  /// the draft's in another spelling: the program that wrote them would restore its spelling in each of its runs.
  func fields(keepingSpellingOf record: Record, in layout: CatalogLayout) -> RecordFields {
    var fields = fields
    let spellings: [(field: CatalogField, bare: (String) -> [String])] = [
      (ArticleField.title, { [ArticleSpelling.title($0), ArticleSpelling.title($0, isText: true)] }),
      (ArticleField.url, { [ArticleSpelling.url($0)] }),
      (ArticleField.guid, { [EntryKey.withoutPadding($0)] }),
    ]
    for (field, bare) in spellings {
      guard let own = fields[field.name]?.string, let stored = record[field.name]?.string, stored != own,
        bare(stored).contains(field === ArticleField.guid ? key.bareGuid : own)
      else { continue }
      fields[field.name] = .string(stored)
    }
    if layout == .celestraKit {
      fields[ArticleField.contentHash.name] = ArticleSpelling.celestraKitHash(of: fields)
    }
    return fields
  }
}
