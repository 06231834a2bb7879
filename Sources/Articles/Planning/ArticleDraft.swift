import Catalog
import CloudKitRecords
import Syndication

/// An article as its feed lists it, without the dates that depend on what is stored.
package struct ArticleDraft: Sendable {
  /// Maximum characters of fields. Source of the title's: CommaFeed.
  package static let titleLength = 2048
  private static let authorLength = 250
  private static let tagLength = 50
  private static let tagsKept = 20
  /// Maximum bytes of a record, of CloudKit's 1 MB.
  static let maximumSize = 900_000

  let feed: RecordName
  let key: EntryKey
  let mainNames: [RecordName]
  /// Whether another entry of the document has the same main key.
  let isRepeated: Bool
  /// Whether the feed keeps the article alive.
  let isKept: Bool
  /// The publication date; `nil` if the feed has no plausible one.
  let published: Timestamp?
  /// The fields, by their names in the layout.
  let fields: RecordFields
  /// Whether the text was too long for a record.
  let isTruncated: Bool
  /// The bytes of the fields, to limit the articles in memory.
  let size: Int

  init(_ entry: ListedEntry, of feed: FeedEntry, language: String?, isExcerpt: Bool, layout: CatalogLayout) {
    self.feed = feed.recordName
    key = entry.key
    mainNames = key.names(of: feed.recordName, isNarrow: false)
    isRepeated = entry.isRepeated
    isKept = entry.isKept
    published = entry.published
    let item = entry.item
    let url = entry.url
    var title = Self.title(item)
    var text = ArticleText(item, title: title ?? "", url: url, isExcerpt: isExcerpt)
    title = title ?? text.excerpt.map { SafeText.start(of: $0, atMost: 100) } ?? url
    let author = item.author.flatMap { Self.author($0) }
    let tags = Self.tags(item.categories)
    let other = 2000 + (title ?? "").utf8.count + 2 * url.utf8.count + key.guid.utf8.count
    let textSize = (text.html?.utf8.count ?? 0) + (text.text?.utf8.count ?? 0)
    isTruncated = textSize + other > Self.maximumSize
    text.shorten(toBytes: Self.maximumSize - other, url: url)
    let isPublic = layout == .publicCatalog
    // CelestraKit's programs keep white space around an identifier, and look it up with it.
    let guid = isPublic ? key.bareGuid : key.guid
    let values: [(CatalogField, FieldValue?)] = [
      (ArticleField.feedReference, ArticleField.feedReference.reference(to: feed.recordName, in: layout)),
      (ArticleField.guid, .string(guid)), (ArticleField.title, .string(title ?? url)),
      (ArticleField.url, .string(url)),
      (ArticleField.contentHash, isPublic ? .string(text.hash) : nil),
      (ArticleField.excerpt, text.excerpt.map { .string($0) }), (ArticleField.content, text.html.map { .string($0) }),
      (ArticleField.contentText, text.text.map { .string($0) }), (ArticleField.author, author.map { .string($0) }),
      (ArticleField.imageURL, (item.image.flatMap(WebLink.address) ?? text.picture).map { .string($0) }),
      (ArticleField.language, Self.language(item.language ?? language).map { .string($0) }),
      (ArticleField.wordCount, text.text == nil ? nil : .int64(Int64(text.count.words))),
      (ArticleField.estimatedReadingTime, text.text == nil ? nil : .int64(Int64(text.count.minutes))),
      (ArticleField.tags, tags.isEmpty ? nil : .strings(tags)),
    ]
    var fields: RecordFields = [:]
    for (field, value) in values {
      if let name = field.name(in: layout) { fields[name] = value }
    }
    if !isPublic { fields[ArticleField.contentHash.name] = ArticleSpelling.celestraKitHash(of: fields) }
    self.fields = fields
    size = 200 + fields.size
  }

  var narrowNames: [RecordName] { key.names(of: feed, isNarrow: true) }

  /// The names of the record by the key of this document.
  var names: [RecordName] { isRepeated ? narrowNames : mainNames }

  /// The values of which copies share one: see `ArticleSpelling`.
  var copyKeys: [String] { [ArticleField.title, ArticleField.url].compactMap { fields[$0.name]?.string } }

  private static func title(_ item: FeedItem) -> String? {
    guard let raw = item.title else { return nil }
    let isText = item.isTitleText && !TextMarkup.isCertain(in: raw)
    guard let text = LineText.of(raw, isText: isText, atMost: titleLength) else { return nil }
    let title = TextMarkup.removed(from: text, while: TextMarkup.isCertain)
    return title.isEmpty ? nil : title
  }

  /// Returns an author's name. Source: RSS 2.0 has a mail address, with the name in parentheses.
  private static func author(_ raw: String) -> String? {
    guard let text = LineText.of(raw, atMost: authorLength) else { return nil }
    guard text.contains("@"), text.hasSuffix(")"), let start = text.firstIndex(of: "(") else { return text }
    let name = text[text.index(after: start)...].dropLast()
    return name.isEmpty || text[..<start].contains(where: { $0 == "(" }) ? text : String(name)
  }

  private static func tags(_ categories: [String]) -> [String] {
    var seen: Set<String> = []
    // Not lazy: a lazy filter with a side effect would run more than once.
    let tags = categories.compactMap { LineText.of($0, atMost: tagLength)?.lowercased() }
    return Array(tags.filter { seen.insert($0).inserted }.prefix(tagsKept))
  }

  /// Returns the ISO 639-1 code of a language tag; `nil` for other text, because the field is an index.
  private static func language(_ raw: String?) -> String? {
    guard let raw else { return nil }
    let code = String(raw.lowercased().prefix { $0 != "-" && $0 != "_" })
    return code.utf8.count == 2 && LanguageTag.isISO639(code) ? code : nil
  }
}
