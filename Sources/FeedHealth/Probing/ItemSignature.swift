import CloudKitRecords
import Diagnostics
import Syndication

/// How an item of a feed is recognized in a later document.
struct ItemSignature: Hashable, Sendable {
  /// Maximum number of items that the history keeps, in document order.
  static let kept = 24
  /// Maximum number of items to look at.
  private static let maximum = 300
  /// Minimum letters and digits of a title that no unrelated feed has.
  private static let distinctLength = 12

  /// Hash of the identifier and the title or text: unrelated feeds share identifiers such as 1, 2 and 3, and titles
  /// such as "Welcome".
  let item: UInt64?
  /// Hash of the title or the start of the text; `nil` if it is too short.
  let title: UInt64?
  let date: Timestamp?

  private init(_ item: FeedItem) {
    let text = item.title ?? item.summary ?? item.content ?? ""
    self.item = (item.id ?? item.link).map { StableHash("\($0)\n\(text)".utf8).mixed }
    let letters = String(text.prefix(400).lowercased().filter { $0.isLetter || $0.isNumber }.prefix(100))
    title = letters.count < Self.distinctLength ? nil : StableHash(letters.utf8).mixed
    date = item.date.map { Timestamp($0) }
  }

  static func signatures(of document: FeedDocument) -> [ItemSignature] {
    // Whole texts are hashed for the first items only.
    document.items.prefix(maximum).enumerated().compactMap { index, item in
      index < kept || item.title != nil ? ItemSignature(item) : nil
    }
  }
}

extension FeedRecord {
  /// Whether the record tells the feed from another one: it has items of the feed, or a person has accepted another.
  var knowsFeed: Bool { !probe.itemHashes.isEmpty || identity?.acceptsAnother == true }

  /// Returns why a document is another feed's than this record's; `nil` if it is the feed's own, or nothing is known.
  ///
  /// A document that lists none of the known items, or more new ones than known ones, is another feed's if the title or
  /// the language has changed, or if it lists none and a redirect led to it. New items alone are what feeds are for,
  /// and a relaunch keeps items; so is a redirect within a site to a feed of the same title, such as a busy one that
  /// moves.
  func replacement(by facts: FeedFacts, isRedirected: Bool, isOnOwnSite: Bool) -> String? {
    guard !probe.itemHashes.isEmpty, facts.items > 0, identity?.acceptsAnother != true else { return nil }
    let (items, titles) = (Set(probe.itemHashes), Set(identity?.titleHashes ?? []))
    var (known, new) = (0, 0)
    for (index, signature) in facts.signatures.enumerated() {
      if signature.item.map(items.contains) == true || signature.title.map(titles.contains) == true {
        known += 1
      } else if let newest = probe.newest, let date = signature.date {
        new += date > newest ? 1 : 0
      } else {
        new += index < ItemSignature.kept ? 1 : 0
      }
    }
    // As of the last reading of the feed's own document: the one that is withheld must not become its own by waiting.
    let changes = identity?.changes(to: facts.description, at: readAt ?? at) ?? []
    let reason =
      known == 0 ? "no item of the last reading remains" : "\(new) new items beside \(known) of the last reading"
    let isNamed = isOnOwnSite && changes.isEmpty && identity?.title != nil
    if known == 0, isRedirected, !isNamed {
      return ([reason] + changes + ["a redirect leads to them"]).joined(separator: "; ")
    }
    return changes.isEmpty || known > 0 && new <= known ? nil : ([reason] + changes).joined(separator: "; ")
  }
}
