import Catalog
package import CloudKitRecords
import Notation
import Syndication

/// The key that identifies an entry within its feed.
///
/// The rules never depend on the order of entries or on one fetch. Source: reference/articles.md §3.3; FreshRSS #5909
/// shows what a key that changes between fetches does.
struct EntryKey: Hashable, Sendable {
  /// The identifier; or else the link; or else the title and date, or a digest of the text.
  let main: String
  /// The main key with the link, or else with the title: the key of entries whose main key another entry of the
  /// document repeats.
  let narrow: String
  /// The part of `narrow` that `main` lacks.
  let detail: String
  let isLink: Bool
  /// The publisher's identifier with the white space around it, or what replaces the identifier.
  let guid: String
  /// The identifier without white space around it.
  let bareGuid: String

  /// Maximum bytes of a stored identifier.
  private static let maximumLength = 2048

  /// Creates the key of an item; `nil` for an item without identifier, link, title and text.
  init?(_ item: FeedItem) {
    func filled(_ text: String?) -> String? {
      let text = text.map(Self.withoutPadding)
      return text == "" ? nil : text
    }
    let link = filled(item.link)
    let title = filled(item.title) ?? ""
    if let id = filled(item.id) {
      main = id
      isLink = link != nil
      detail = link ?? title
    } else if let link {
      main = link
      isLink = false
      detail = title
    } else {
      let text = filled(item.content) ?? filled(item.summary)
      guard let source = title.isEmpty ? text.map({ ContentDigest.sha256($0) }) : title else { return nil }
      main = source + "\0" + (item.published.map { Timestamp($0).description } ?? "")
      isLink = false
      detail = ""
    }
    narrow = main + "\0" + detail
    let clean = CleanText(main.replacing("\0", with: " "), atMost: .max).text
    let bare = SafeText.prefix(of: clean, bytes: Self.maximumLength)
    let padded = (item.paddedID ?? item.id).flatMap { id in
      id.utf8.count <= Self.maximumLength && Self.withoutPadding(id) == bare ? id : nil
    }
    bareGuid = bare
    guid = padded ?? bare
  }

  /// Returns an identifier without white space around it.
  static func withoutPadding(_ id: String) -> String { String(decoding: Array(id.utf8)[...].trimmed, as: UTF8.self) }

  /// Returns the names of the article's record: with this key, and with the same key in the other web scheme, because
  /// sites that move to `https` change their identifiers.
  func names(of feed: RecordName, isNarrow: Bool) -> [RecordName] {
    let key = isNarrow ? narrow : main
    let other = [main, detail].map { Self.otherScheme($0) }
    let hasOther = other[0] != nil || isNarrow && other[1] != nil
    let otherMain = other[0] ?? main
    let otherKey = isNarrow ? otherMain + "\0" + (other[1] ?? detail) : otherMain
    let keys = hasOther ? [key, otherKey] : [key]
    return keys.map { CatalogName.article($0, of: feed) }
  }

  static func otherScheme(_ text: String) -> String? {
    if text.hasPrefix("https://") { return "http://" + text.dropFirst(8) }
    if text.hasPrefix("http://") { return "https://" + text.dropFirst(7) }
    return nil
  }
}

extension Record {
  /// Whether the name of a stored article may follow from its fields, in any scheme and by any rule. The name of an
  /// article by another program does not.
  package func hasComputableName(of feed: RecordName) -> Bool {
    let guid = EntryKey.withoutPadding(self[ArticleField.guid.name]?.string ?? "")
    // A longer identifier may have been cut.
    if guid.utf8.count >= 2000 { return true }
    func withOtherScheme(_ text: String) -> [String] { [text, EntryKey.otherScheme(text)].compactMap(\.self) }
    // The identifier of an entry without identifier and link is its title, a space, and its date.
    let dated = guid.lastIndex(of: " ").map { "\(guid[..<$0])\0\(guid[guid.index(after: $0)...])" }
    let guids = withOtherScheme(guid) + [dated].compactMap(\.self)
    let texts = [ArticleField.url, ArticleField.title].map { self[$0.name]?.string ?? "" } + [""]
    let details = texts.flatMap(withOtherScheme)
    let keys = guids + guids.flatMap { guid in details.map { guid + "\0" + $0 } }
    // The title may have been another text before it was cleaned; the name is a version 5 UUID all the same.
    let isVersion5 = name.rawValue.utf8.count == 36 && name.rawValue.dropFirst(14).first == "5"
    return keys.contains { CatalogName.article($0, of: feed) == name } || isVersion5 && !guid.contains(":")
  }
}
