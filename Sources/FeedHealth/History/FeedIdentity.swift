package import CloudKitRecords

/// What a feed said about itself when it was last read and found to be the same feed.
package struct FeedIdentity: Hashable, Sendable {
  /// Days for which a changed title is a finding, and for which the former title still counts as the feed's. A new
  /// owner of the address may change the title first and the items later.
  static let renamedDays = 30.0

  package var title: String?
  package var language: String?
  /// Hashes of the newest items' titles. They survive new addresses and identifiers.
  package var titleHashes: [UInt64]
  /// The title before it changed; `nil` if it has not changed for `renamedDays`, or if the feed has shown to be the
  /// same: a document under the new title listed new items beside known ones.
  package var formerTitle: String?
  package var renamedAt: Timestamp?
  /// Whether a person has confirmed that the feed's next document is its own, whatever it lists.
  package var acceptsAnother = false

  package init(title: String?, language: String?, titleHashes: [UInt64] = []) {
    self.title = title
    self.language = language
    self.titleHashes = titleHashes
  }

  /// Creates the identity after a document of the feed itself.
  /// - Parameter goesOn: whether the document lists new items beside known ones.
  init(_ said: SelfDescription, titleHashes: [UInt64], goesOn: Bool, at: Timestamp, after before: FeedIdentity?) {
    self.init(title: said.title, language: said.language, titleHashes: titleHashes)
    guard let before, !before.acceptsAnother else { return }
    if goesOn, !Self.differ(before.title, title) { return }
    let former = before.title(at: at)
    guard Self.differ(former, title) else { return }
    formerTitle = former
    renamedAt = before.formerTitle(at: at) == nil ? at : before.renamedAt
  }

  /// Returns the former title if it was replaced at most `renamedDays` before a time.
  package func formerTitle(at moment: Timestamp) -> String? {
    guard let renamedAt, moment.seconds(since: renamedAt) <= Self.renamedDays * 86_400 else { return nil }
    return formerTitle
  }

  private func title(at moment: Timestamp) -> String? { formerTitle(at: moment) ?? title }

  /// Returns what a document says differently, as text.
  func changes(to said: SelfDescription, at moment: Timestamp) -> [String] {
    let old = title(at: moment)
    var changes: [String] = []
    if Self.differ(old, said.title) { changes.append("title '\(old ?? "")' → '\(said.title ?? "")'") }
    if let language, let other = said.language, Self.code(language) != Self.code(other) {
      changes.append("language \(language) → \(other)")
    }
    return changes
  }

  /// Whether a feed has another title than one that a list states: neither contains the letters of the other, since
  /// lists leave out and add words.
  package static func isOther(title: String?, than stated: String) -> Bool {
    let (own, other) = (letters(title), letters(stated))
    return !own.isEmpty && !other.isEmpty && !own.contains(other) && !other.contains(own)
  }

  /// Whether a feed has the title that a list states, but for signs and case.
  static func isSame(title: String, as stated: String) -> Bool {
    !letters(title).isEmpty && letters(title) == letters(stated)
  }

  /// Whether two languages differ, whatever their regions.
  package static func isOther(language: String, than stated: String) -> Bool { code(language) != code(stated) }

  /// Whether titles differ in their letters: feeds have dates and counters in them. A feed without a title gains one.
  private static func differ(_ old: String?, _ new: String?) -> Bool {
    !letters(old).isEmpty && letters(old) != letters(new)
  }

  private static func letters(_ text: String?) -> String { (text ?? "").lowercased().filter(\.isLetter) }

  private static func code(_ language: String) -> String { language.lowercased().prefix { $0.isLetter }.description }
}
