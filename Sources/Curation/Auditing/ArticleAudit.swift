import Articles
import Catalog
import CloudKitRecords
import Diagnostics

/// An audit of stored articles. Notes and articles without a feed are reported once per feed.
struct ArticleAudit {
  /// The time that a date may be in the future, in milliseconds, for clocks that differ.
  private static let tolerance: Int64 = 86_400_000

  private let layout: CatalogLayout
  private let settings: ArticleSettings
  private let asOf: Timestamp
  /// Whether the feeds that articles name exist.
  private var feeds: [RecordName: Bool] = [:]
  /// The feeds of which no article may be stored, and those of which only excerpts may be.
  private var deniedFeeds: Set<RecordName> = []
  private var excerptFeeds: Set<RecordName> = []
  /// The users who wrote feeds last: the catalog's own.
  private var trustedUsers: Set<RecordName> = []
  // Hashes instead of texts keep a million articles in a hundred megabytes.
  private var articles: [Int: KnownArticle] = [:]
  /// Further articles with the identifier and address of a known one that are not its copies.
  private var otherArticles: [Int: [KnownArticle]] = [:]
  private var addresses: Set<Int> = []
  private var texts: [Int: RecordName] = [:]
  private var tallies: [Subject: Tally] = [:]

  /// What articles of one feed have in common.
  private struct Subject: Hashable {
    let rule: String
    let feed: RecordName?
    /// The feed with the same articles.
    var other: RecordName?
  }

  private struct Tally {
    let rule: Rule
    var count = 0
    var fixes: [PlannedChange] = []
  }

  private struct KnownArticle {
    let name: RecordName
    let tag: String?
    let isUntrusted: Bool
    /// Whether the name does not follow from the feed and the identifier.
    let hasOtherName: Bool
    let title, text: Int
    let fetchedAt: Int64
    /// The identifier, if white space surrounds it.
    let paddedGuid: String?

    /// Whether two articles with one identifier and address are one. Entries of a feed without identifiers can share an
    /// address; `update` then tells them apart by their titles.
    func isCopy(of other: KnownArticle) -> Bool {
      let isSameOrigin = isUntrusted == other.isUntrusted && hasOtherName == other.hasOtherName
      let (hasTitle, hasText) = (title == other.title, text == other.text)
      return isSameOrigin ? hasTitle && hasText : hasTitle || hasText
    }

    /// Whether the other of two copies is the one to delete. An untrusted user can set every field.
    func isBetter(than other: KnownArticle) -> Bool {
      if isUntrusted != other.isUntrusted { return !isUntrusted }
      if hasOtherName != other.hasOtherName { return !hasOtherName }
      return fetchedAt < other.fetchedAt
    }
  }

  /// - Parameter settings: the retention that expiries follow, and what must not be stored.
  init(settings: ArticleSettings, asOf: Timestamp) {
    layout = settings.layout
    self.settings = settings
    self.asOf = asOf
  }

  mutating func look(
    at page: [Record], in store: any RecordStore, _ outcome: inout CatalogAudit.Outcome
  ) async throws(RecordStoreError) {
    let named = Set(page.compactMap { $0.articleFeed(in: layout) }).filter { feeds[$0] == nil }
    if !named.isEmpty {
      let found = try await store.lookup(named.sorted(), desiredFields: [FeedField.feedURL.name])
      for name in named {
        feeds[name] = found[name]?.type == layout.feedType
        let url = found[name]?[FeedField.feedURL]?.string
        if settings.denied.contains(feed: url, named: name) { deniedFeeds.insert(name) }
        if settings.isExcerpt(url, named: name) { excerptFeeds.insert(name) }
      }
      trustedUsers.formUnion(found.values.compactMap { $0.modified?.by })
    }
    for record in page { look(at: record, &outcome) }
  }

  private mutating func look(at record: Record, _ outcome: inout CatalogAudit.Outcome) {
    let feed = record.articleFeed(in: layout)
    if feed == nil, record[ArticleField.feedReference, layout] != nil {
      return outcome.add(.unreadableRecord, record, field: layout.articleFeedField, "the value names no feed")
    }
    guard let feed, feeds[feed] == true else {
      return count(.orphanedArticles, feed, fix: record.deletion(title: title(of: record)))
    }
    let isDenied = record[ArticleField.url.name]?.string.map(settings.denied.contains(article:)) ?? false
    if isDenied || deniedFeeds.contains(feed) {
      return count(.deniedArticles, feed, fix: record.deletion(title: title(of: record)))
    }
    checkDates(of: record, &outcome)
    var kept = record
    let audit = ArticleTextAudit(record, of: feed, text: nil)
    if excerptFeeds.contains(feed), let change = ArticleText.excerptOnly(record, removing: audit.isMarkup) {
      count(.fullTexts, feed, fix: self.change(record, change.fields, clearing: change.cleared))
      // Fixes of the texts that the excerpt replaces would store them again.
      kept[ArticleField.content.name] = nil
      kept[ArticleField.contentText.name] = change.fields[ArticleField.contentText.name]
    }
    checkTexts(of: kept, feed, &outcome)
    checkRepetition(of: record, feed, &outcome)
  }

  private func checkDates(of record: Record, _ outcome: inout CatalogAudit.Outcome) {
    // By a clock that is behind, every expiry would be late.
    if record.wasFetched(after: asOf, in: layout) { return }
    let expiry = ArticleField.expiresAt.name(in: layout) ?? ArticleField.expiresAt.name
    let latest = Timestamp(milliseconds: asOf.milliseconds + settings.retention)
    let date = record[expiry]?.timestamp
    if date.map({ $0 > latest }) ?? true {
      let message = date.map { "expires at \($0), after more than \(Int(settings.retentionDays)) days" }
      outcome.add(
        date == nil ? .missingExpiry : .lateExpiry, record, field: expiry,
        "\(shown(record)) \(message ?? "never expires")", fix: change(record, [expiry: .timestamp(latest)]))
    }
    let published = layout.articleDateField
    if let date = record[published]?.timestamp, date.milliseconds > asOf.milliseconds + Self.tolerance {
      outcome.add(
        .futureDate, record, field: published, "\(shown(record)) was published at \(date), in the future",
        fix: change(record, [published: .timestamp(asOf)]))
    }
  }

  private func checkTexts(of record: Record, _ feed: RecordName, _ outcome: inout CatalogAudit.Outcome) {
    let title = ArticleField.title.name
    if record[title]?.string?.utf8.contains(where: { $0 > 0x20 }) != true {
      let text = record[ArticleField.contentText.name]?.string ?? record[ArticleField.excerpt.name]?.string ?? ""
      outcome.add(.emptyTitle, record, field: title, "the title is empty", fix: change(record, title: "", text: text))
    }
    let image = ArticleField.imageURL.name(in: layout) ?? ArticleField.imageURL.name
    for name in [ArticleField.url.name, image] {
      guard let link = record[name]?.string, WebLink.address(link) == nil else { continue }
      outcome.add(
        .unsafeLink, record, field: name,
        "'\(DisplayText.short(link))' of \(shown(record)) is not an http or https URL",
        fix: name == image ? change(record, [:], clearing: [name]) : nil)
    }
    let html = record[ArticleField.content.name]?.string
    let safe = html.map { SanitizedHTML($0) }
    for (field, text) in ArticleTextAudit(record, of: feed, text: safe?.text).corrections {
      let fix =
        field == title
        ? change(record, title: text, text: safe?.text ?? "")
        : change(record, text.isEmpty ? [:] : [field: .string(text)], clearing: text.isEmpty ? [field] : [])
      outcome.add(.markupInArticle, record, field: field, "the text of \(shown(record)) has HTML markup", fix: fix)
    }
    guard let html, let safe, safe.html != html else { return }
    var fields: RecordFields = [ArticleField.content.name: .string(safe.html)]
    // The text of a record that had none may not fit beside its HTML.
    if record[ArticleField.contentText.name] != nil { fields[ArticleField.contentText.name] = .string(safe.text) }
    outcome.add(
      .unsafeHTML, record, field: ArticleField.content.name,
      "the HTML of \(shown(record)) has markup that articles must not have", fix: change(record, fields))
  }

  private mutating func checkRepetition(
    of record: Record, _ feed: RecordName, _ outcome: inout CatalogAudit.Outcome
  ) {
    let spelling = ArticleSpelling(record)
    let address = [feed.rawValue, spelling.url].hashValue
    if let guid = spelling.guid {
      let article = known(record, spelling, of: feed)
      // Feeds that repeat an identifier have different addresses.
      let key = [feed.rawValue, guid, spelling.url].hashValue
      let others = (articles[key].map { [$0] } ?? []) + (otherArticles[key] ?? [])
      // A list that changes while it is read can have a record twice.
      if others.contains(where: { $0.name == record.name }) { return }
      if let place = others.firstIndex(where: article.isCopy) {
        let isBetter = article.isBetter(than: others[place])
        let (doomed, kept) = isBetter ? (others[place], article) : (article, others[place])
        outcome.add(
          .repeatedArticles, Record(type: layout.articleType, name: doomed.name), field: ArticleField.guid.name,
          "\(shown(record)) repeats the guid and the URL of '\(kept.name)'",
          fixes: join(doomed, into: kept, title: title(of: record)))
        if isBetter { replace(place, with: article, of: key) }
      } else {
        if others.isEmpty { articles[key] = article } else { otherArticles[key, default: []].append(article) }
        if addresses.contains(address) { count(.duplicateURL, feed) }
      }
      if article.hasOtherName { count(.foreignName, nil) }
    }
    addresses.insert(address)
    guard let digest = record[ArticleField.contentHash.name]?.string else { return }
    let keys = spelling.copyKeys.map { [digest, $0].hashValue }
    let other = keys.compactMap { texts[$0] }.first { $0 != feed }
    for key in keys { texts[key] = texts[key] ?? feed }
    if let other { count(.copiedArticle, feed, other: other) }
  }

  private mutating func replace(_ place: Int, with article: KnownArticle, of key: Int) {
    if place == 0 { articles[key] = article } else { otherArticles[key]?[place - 1] = article }
  }

  /// Returns the changes that delete a copy. The record that stays gets the copy's identifier with the white space
  /// around it: the program that keeps such space creates the article again if it does not find it.
  private func join(_ doomed: KnownArticle, into kept: KnownArticle, title: String) -> [PlannedChange] {
    let old = Record(type: layout.articleType, name: doomed.name, changeTag: doomed.tag)
    guard let guid = doomed.paddedGuid, kept.paddedGuid == nil else { return [old.deletion(title: title)] }
    let stays = Record(type: layout.articleType, name: kept.name, changeTag: kept.tag)
    return [stays.change([ArticleField.guid.name: .string(guid)], title: title), old.deletion(title: title)]
  }

  private func known(_ record: Record, _ spelling: ArticleSpelling, of feed: RecordName) -> KnownArticle {
    let authors = [record.created?.by, record.modified?.by].compactMap(\.self)
    let guid = record[ArticleField.guid.name]?.string
    // CelestraKit's digest is the title, the address, and the identifier.
    let text = layout == .celestraKit ? spelling.title : record[ArticleField.contentHash.name]?.string ?? ""
    return KnownArticle(
      name: record.name, tag: record.changeTag, isUntrusted: !authors.allSatisfy(trustedUsers.contains),
      hasOtherName: !record.hasComputableName(of: feed), title: spelling.title.hashValue, text: text.hashValue,
      fetchedAt: record[ArticleField.fetchedAt, layout]?.timestamp?.milliseconds ?? .max,
      paddedGuid: guid == spelling.guid ? nil : guid)
  }

  private mutating func count(
    _ rule: Rule, _ feed: RecordName?, other: RecordName? = nil, fix: PlannedChange? = nil
  ) {
    let subject = Subject(rule: rule.id, feed: feed, other: other)
    tallies[subject, default: Tally(rule: rule)].count += 1
    if let fix { tallies[subject]?.fixes.append(fix) }
  }

  /// Reports what articles of one feed have in common, after all articles are read.
  func finish(_ outcome: inout CatalogAudit.Outcome) {
    let sorted = tallies.sorted { lhs, rhs in
      let keys = [lhs.key, rhs.key].map { [$0.rule, $0.feed?.rawValue ?? "", $0.other?.rawValue ?? ""] }
      return keys[0].lexicographicallyPrecedes(keys[1])
    }
    for (subject, tally) in sorted {
      let isOne = tally.count == 1
      let articles = tally.count.of("article")
      let message =
        switch (tally.rule, subject.feed, subject.other) {
        case (.orphanedArticles, let feed?, _):
          "\(articles) \(isOne ? "belongs" : "belong") to the feed '\(feed)', which does not exist"
        case (.orphanedArticles, nil, _): "\(articles) \(isOne ? "has" : "have") no feed"
        case (.deniedArticles, _, _):
          "\(articles) \(isOne ? "is" : "are") stored although 'articles.deny' lists the feed or the \(isOne ? "article" : "articles")"
        case (.fullTexts, _, _):
          "\(articles) \(isOne ? "has its" : "have their") full text although the configuration allows an excerpt only"
        case (.duplicateURL, _, _): "\(articles) \(isOne ? "has" : "have") the URL of another article of the feed"
        case (_, _, let other?): "\(articles) \(isOne ? "is" : "are") also in the feed '\(other)'"
        default:
          "\(articles) \(isOne ? "has a name" : "have names") that 'update' does not give: of another program, a merged feed, "
            + "or a moved site"
        }
      let isOrphan = tally.rule == .orphanedArticles
      let isOfArticles = isOrphan || subject.feed == nil
      let place = Record(type: isOfArticles ? layout.articleType : layout.feedType, name: subject.feed ?? "")
      outcome.add(
        tally.rule, place, field: isOrphan ? layout.articleFeedField : nil, message, fixes: tally.fixes)
    }
  }

  private func change(
    _ record: Record, _ fields: RecordFields, clearing cleared: Set<String> = []
  ) -> PlannedChange {
    record.change(fields, clearing: cleared, title: title(of: record))
  }

  /// Returns the change of a title, or else of the start of a text, or else of the address.
  private func change(_ record: Record, title: String, text: String) -> PlannedChange {
    let start = title.isEmpty ? SafeText.start(of: text, atMost: 100) : title
    let new = start.isEmpty ? record[ArticleField.url.name]?.string ?? "Untitled" : start
    var fields: RecordFields = [ArticleField.title.name: .string(new)]
    if layout == .celestraKit {
      let hash = ArticleSpelling.celestraKitHash(of: record.fields.merging(fields) { $1 })
      fields[ArticleField.contentHash.name] = hash
    }
    return change(record, fields)
  }

  private func title(of record: Record) -> String {
    record[ArticleField.title.name]?.string.flatMap { $0.isEmpty ? nil : $0 } ?? record.name.rawValue
  }

  private func shown(_ record: Record) -> String { "'\(DisplayText.short(title(of: record)))'" }
}
