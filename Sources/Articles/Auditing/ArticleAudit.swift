package import Catalog
package import CloudKitRecords
import CloudKitSchema
import Diagnostics

/// An audit of stored articles.
package struct ArticleAudit: Sendable {
  /// Maximum findings to keep; all are counted.
  private static let findingsKept = 10_000
  /// The time that a date may be in the future, in milliseconds, for clocks that differ.
  private static let tolerance: Int64 = 86_400_000

  /// The number of articles.
  package private(set) var articles = 0
  /// The findings, up to a maximum.
  package private(set) var findings: [ArticleFinding] = []
  /// The number of findings by rule.
  package private(set) var counts: [ArticleRule: Int] = [:]
  /// The changes that fix findings, at most one per record.
  package var fixes: [PlannedChange] { changes.values.sorted { $0.recordName < $1.recordName } }

  private let layout: CatalogLayout
  private let settings: ArticleSettings
  private let asOf: Timestamp
  private var changes: [RecordName: PlannedChange] = [:]
  private var feeds: [RecordName: Bool] = [:]
  /// The users who wrote feeds last: the catalog's own.
  private var trusted: Set<RecordName> = []
  /// The first article by the hash of its feed and identifier or address, and the feed by the hash of a text.
  private var guids: [UInt64: Seen] = [:], urls: [UInt64: RecordName] = [:], texts: [UInt64: RecordName] = [:]

  private struct Seen {
    let name: RecordName
    let tag: String?
    /// Whether another user wrote the article, and whether its name is not computed from its feed and identifier.
    let isStranger, isForeign: Bool
    /// The hashes of the title and of the text's digest.
    let titleHash, textHash: UInt64
    let fetchedAt: Int64

    /// Whether two articles with one identifier and address are one. Entries of a feed without identifiers can share an
    /// address; `update` then tells them apart by their titles.
    func isCopy(of other: Seen) -> Bool {
      let isSameOrigin = isStranger == other.isStranger && isForeign == other.isForeign
      let (hasTitle, hasText) = (titleHash == other.titleHash, textHash == other.textHash)
      return isSameOrigin ? hasTitle && hasText : hasTitle || hasText
    }

    /// Whether the other of two copies is the one to delete. A stranger can set every field.
    func isBetter(than other: Seen) -> Bool {
      if isStranger != other.isStranger { return !isStranger }
      if isForeign != other.isForeign { return !isForeign }
      return fetchedAt < other.fetchedAt
    }
  }

  /// Checks all articles.
  /// - Parameter settings: the retention that expiries follow.
  package init(
    _ reader: CatalogReader, settings: ArticleSettings, asOf: Timestamp, progress: (Int) -> Void = { _ in }
  ) async throws(RecordStoreError) {
    layout = reader.layout
    self.settings = settings
    self.asOf = asOf
    try await reader.store.forEachPage(of: Query(layout.articleType)) { (page) throws(RecordStoreError) in
      let named = Set(page.compactMap { ArticleFinder.feed(of: $0, in: layout) }).filter { feeds[$0] == nil }
      if !named.isEmpty {
        let found = try await reader.store.lookup(named.sorted(), desiredFields: [])
        for name in named { feeds[name] = found[name]?.type == layout.feedType }
        trusted.formUnion(found.values.compactMap { $0.modified?.by })
      }
      for record in page { check(record) }
      articles += page.count
      progress(articles)
    }
  }

  private mutating func check(_ record: Record) {
    var fields: RecordFields = [:]
    let feed = ArticleFinder.feed(of: record, in: layout)
    if feed.map({ feeds[$0] != true }) ?? true {
      add(.orphan, record, feed.map { "the feed '\($0)' does not exist" } ?? "the article has no feed", isFixable: true)
      changes[record.name] = record.deletion(title: title(of: record))
      return
    }
    checkDates(record, &fields)
    var cleared: Set<String> = []
    checkTexts(record, &fields, clearing: &cleared)
    checkRepetition(record, feed ?? "")
    if !fields.isEmpty || !cleared.isEmpty, changes[record.name] == nil {
      changes[record.name] = record.change(fields, clearing: cleared, title: title(of: record))
    }
  }

  private mutating func checkDates(_ record: Record, _ fields: inout RecordFields) {
    // By a clock that is behind, every expiry would be late.
    if record.wasFetched(after: asOf, in: layout) { return }
    let expiry = ArticleField.expiresAt.name(in: layout) ?? ""
    let latest = Timestamp(milliseconds: asOf.milliseconds + settings.retention)
    if let date = record[expiry]?.timestamp {
      if date > latest {
        add(
          .lateExpiry, record, "expires at \(date), after more than \(Int(settings.retentionDays)) days",
          isFixable: true)
        fields[expiry] = .timestamp(latest)
      }
    } else {
      add(.missingExpiry, record, "the article never expires", isFixable: true)
      fields[expiry] = .timestamp(latest)
    }
    let published = layout.articleDateField
    if let date = record[published]?.timestamp, date.milliseconds > asOf.milliseconds + Self.tolerance {
      add(.futureDate, record, "published at \(date), in the future", isFixable: true)
      fields[published] = .timestamp(asOf)
    }
  }

  private mutating func checkTexts(
    _ record: Record, _ fields: inout RecordFields, clearing cleared: inout Set<String>
  ) {
    let title = record[ArticleField.title.name]?.string ?? ""
    if !title.utf8.contains(where: { $0 > 0x20 }) {
      add(.emptyTitle, record, "the title is empty", isFixable: true)
      let text = record[ArticleField.contentText.name]?.string ?? record[ArticleField.excerpt.name]?.string ?? ""
      let start = SafeText.start(of: text, atMost: 100)
      fields[ArticleField.title.name] = .string(
        start.isEmpty ? record[ArticleField.url.name]?.string ?? "Untitled" : start)
    }
    let image = ArticleField.imageURL.name(in: layout) ?? ArticleField.imageURL.name
    for (name, isFixable) in [(ArticleField.url.name, false), (image, true)] {
      guard let link = record[name]?.string, WebLink.address(link) == nil else { continue }
      add(.unsafeLink, record, "'\(name)' is not a web address", isFixable: isFixable)
      if isFixable { cleared.insert(name) }
    }
    guard let html = record[ArticleField.content.name]?.string else { return }
    let safe = SanitizedHTML(html)
    guard safe.html != html else { return }
    add(.unsafeHTML, record, "the HTML has markup that articles must not have", isFixable: true)
    fields[ArticleField.content.name] = .string(safe.html)
    // The text of a record that had none may not fit beside its HTML.
    if record[ArticleField.contentText.name] != nil { fields[ArticleField.contentText.name] = .string(safe.text) }
  }

  private mutating func checkRepetition(_ record: Record, _ feed: RecordName) {
    func hash(_ parts: [String]) -> UInt64 { StableHash(parts.joined(separator: "\0").utf8).mixed }
    let url = record[ArticleField.url.name]?.string ?? ""
    if let guid = record[ArticleField.guid.name]?.string {
      let seen = seen(record, guid: guid, url: url, of: feed)
      // Feeds that repeat an identifier have different addresses.
      let key = hash([feed.rawValue, guid, url])
      let other = guids[key]
      // A list that changes while it is read can have a record twice.
      if other?.name == record.name { return }
      if let other, seen.isCopy(of: other) {
        let (doomed, kept) = seen.isBetter(than: other) ? (other, seen) : (seen, other)
        add(.duplicateGUID, record, "'\(kept.name)' has the same identifier and address", isFixable: true)
        let old = Record(type: layout.articleType, name: doomed.name, changeTag: doomed.tag)
        changes[doomed.name] = old.deletion(title: title(of: record))
        guids[key] = kept
      } else {
        if other == nil { guids[key] = seen }
        if urls[hash([feed.rawValue, url])] != nil {
          add(.duplicateURL, record, "another article of the feed has the address", isFixable: false)
        }
      }
      if seen.isForeign { add(.foreignName, record, "another program created the article", isFixable: false) }
    }
    urls[hash([feed.rawValue, url])] = record.name
    guard let digest = record[ArticleField.contentHash.name]?.string else { return }
    let key = hash([digest])
    if let other = texts[key] {
      if other != feed { add(.copy, record, "the feed '\(other)' has the same article", isFixable: false) }
    } else {
      texts[key] = feed
    }
  }

  private func seen(_ record: Record, guid: String, url: String, of feed: RecordName) -> Seen {
    let names = [guid, guid + "\0" + url].map { CatalogName.article($0, of: feed) }
    let isForeign =
      !names.contains(record.name) && guid.utf8.count < 2000 && !EntryKey.isComputable(record, feed: feed)
    let authors = [record.created?.by, record.modified?.by].compactMap(\.self)
    let text = record[ArticleField.contentHash.name]?.string ?? ""
    return Seen(
      name: record.name, tag: record.changeTag, isStranger: !authors.allSatisfy(trusted.contains), isForeign: isForeign,
      titleHash: StableHash(title(of: record).utf8).mixed, textHash: StableHash(text.utf8).mixed,
      fetchedAt: record[ArticleField.fetchedAt, layout]?.timestamp?.milliseconds ?? .max)
  }

  private mutating func add(_ rule: ArticleRule, _ record: Record, _ message: String, isFixable: Bool) {
    counts[rule, default: 0] += 1
    guard findings.count < Self.findingsKept else { return }
    findings.append(
      ArticleFinding(
        rule: rule, record: record.name, title: title(of: record), message: message, isFixable: isFixable))
  }

  private func title(of record: Record) -> String {
    record[ArticleField.title.name]?.string.flatMap { $0.isEmpty ? nil : $0 } ?? record.name.rawValue
  }
}

extension EntryKey {
  /// Whether a record's name may be computed from its stored fields, in any scheme and by any rule.
  static func isComputable(_ record: Record, feed: RecordName) -> Bool {
    let guid = record[ArticleField.guid.name]?.string ?? ""
    let others = [ArticleField.url, ArticleField.title].map { record[$0.name]?.string ?? "" }
    let guids = [guid, otherScheme(guid)].compactMap(\.self)
    let details = (others + [""]).flatMap { [$0, otherScheme($0)] }.compactMap(\.self)
    let keys = guids + guids.flatMap { guid in details.map { guid + "\0" + $0 } }
    // The rule for entries without identifier and link has a date in the key, which is version 5 UUID all the same.
    let isVersion5 = record.name.rawValue.utf8.count == 36 && record.name.rawValue.dropFirst(14).first == "5"
    return keys.contains { CatalogName.article($0, of: feed) == record.name } || isVersion5 && !guid.contains(":")
  }
}
