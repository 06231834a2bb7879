import Articles
import Catalog
import CloudKitRecords
import Diagnostics

/// Rules that derive proposals from the history of one feed.
///
/// Source: issue 7; reference/feeds.md §4.5. Aggregators waited as long: Bloglines rewrote redirects after 14 days.
struct ProposalRules {
  /// Minimum time between two probes that see the same permanent redirect, in seconds.
  static let moveHolds = 86_400.0
  /// Minimum number of probes that must find a feed gone (410), and minimum time from the first to the last, in
  /// seconds: an hour less than two days, because a scheduler does not start each run at the same minute.
  static let goneProbes = 3
  static let goneHolds = 2 * 86_400.0 - 3600
  /// Minimum time that a feed must be missing (404), in seconds.
  static let missingHolds = 14 * 86_400.0
  /// Minimum time that a feed must fail, in seconds, whatever the failures are, and minimum failures in that time.
  static let deadHolds = 30 * 86_400.0
  static let deadFailures = 3
  /// Minimum failures of these in the last 30 days: after a pause of months, one failure says little.
  static let recentFailures = 2

  let layout: CatalogLayout

  /// Returns the target of a feed's redirect if two probes a day apart saw it and the target is still the same feed, or
  /// may be: that of a feed that was never read at its own address, which is one to follow only if `isSameFeed`.
  func move(_ entry: FeedEntry, _ record: FeedRecord) -> FeedURL? {
    guard record.probe.isUp == true, let since = record.movedSince,
      record.at.seconds(since: since) >= Self.moveHolds, record.movedBeforeReading || isSameFeed(entry, record),
      let target = record.probe.movedTo.flatMap({ try? FeedURL($0) })
    else { return nil }
    return target.canonical == entry.feedURL ? nil : target
  }

  /// Returns whether the last reading is of the feed itself: a redirect target must have items of the last reading
  /// before the move, or the same identity. Without such a reading, it must be on the feed's own site or have the
  /// stated title.
  func isSameFeed(_ entry: FeedEntry, _ record: FeedRecord) -> Bool {
    if record.probe.verdict == VerdictClass.replaced.rawValue { return false }
    guard let target = record.probe.movedTo, !record.movedMatches else { return true }
    if (try? FeedURL(target))?.key == (try? FeedURL(entry.feedURL))?.key { return true }
    return record.movedBeforeReading && (FeedHost.isSame(entry.feedURL, target) || hasStatedTitle(entry, record))
  }

  private func hasStatedTitle(_ entry: FeedEntry, _ record: FeedRecord) -> Bool {
    record.identity?.title.map { FeedIdentity.isSame(title: $0, as: entry.title) } ?? false
  }

  /// Returns the proposal to change a feed's URL to the redirect target.
  func follow(_ entry: FeedEntry, _ record: FeedRecord, to target: FeedURL) -> FeedProposal {
    let isSame = (try? FeedURL(entry.feedURL))?.key == target.key
    let isSecure = isSame && target.canonical.hasPrefix("https:") && entry.feedURL.hasPrefix("http:")
    let days = Int(record.at.seconds(since: record.movedSince ?? record.at) / 86_400)
    return FeedProposal(
      kind: isSecure ? .https : .newURL, feed: entry.recordName, title: entry.title, address: entry.feedURL,
      field: FeedField.feedURL.name, old: .string(entry.feedURL), new: .string(target.canonical),
      reason: "a permanent redirect for \(days.of("day")), to \(proof(entry, record, target))", basis: "")
  }

  /// What shows that a target is the feed.
  private func proof(_ entry: FeedEntry, _ record: FeedRecord, _ target: FeedURL) -> String {
    if record.movedMatches { return "the same items" }
    if (try? FeedURL(entry.feedURL))?.key == target.key { return "the same address" }
    return hasStatedTitle(entry, record) ? "a feed of the same title" : "the same site"
  }

  /// Returns the proposal to deactivate a feed that redirects to another feed's URL.
  func duplicate(_ entry: FeedEntry, of other: RecordName, titled title: String, at target: FeedURL) -> FeedProposal {
    switchOff(
      entry, .duplicate, "redirects to \(target.redacted), the address of '\(title)' (\(other))", basis: other.rawValue)
  }

  /// Returns the proposal to deactivate a feed that has failed in any way for a long time.
  func dead(_ entry: FeedEntry, _ record: FeedRecord) -> FeedProposal? {
    guard record.probe.isUp == false, let since = record.failingSince, entry.failureCount ?? 0 >= Self.deadFailures
    else {
      return nil
    }
    // A feed that was not fetched because of its robots.txt may work since.
    let end = record.probe.isOfRobots ? record.robotsUnreadableSince ?? record.at : record.at
    let failing = end.seconds(since: since)
    guard failing >= Self.deadHolds else { return nil }
    let reason =
      "fails for \(Int(failing / 86_400)) days, since \(since.day): \(record.probe.verdict), "
      + record.probe.detail
    return switchOff(entry, .deactivate, reason, basis: "\(record.probe.verdict) since \(since)")
  }

  /// Returns the proposal to deactivate a feed whose server says that it is gone.
  func gone(_ entry: FeedEntry, _ record: FeedRecord) -> FeedProposal? {
    guard record.isUp != true, let since = record.goneSince, record.goneCount >= Self.goneProbes else { return nil }
    let missing = record.at.seconds(since: since)
    let basis = "HTTP \(record.goneStatus ?? 0) since \(since)"
    switch record.goneStatus {
    case 410 where missing >= Self.goneHolds:
      return switchOff(entry, .deactivate, "gone (HTTP 410) in \(record.goneCount) probes", basis: basis)
    case 404 where missing >= Self.missingHolds:
      return switchOff(
        entry, .deactivate, "not found (HTTP 404) for \(Int(missing / 86_400)) days", basis: basis)
    default: return nil
    }
  }

  /// Returns the proposal to deactivate a feed whose address serves another one.
  func replaced(_ entry: FeedEntry, _ record: FeedRecord) -> FeedProposal? {
    guard record.probe.verdict == VerdictClass.replaced.rawValue, record.identity?.acceptsAnother != true else {
      return nil
    }
    return switchOff(entry, .replaced, record.probe.detail, basis: record.probe.detail)
  }

  /// Returns the proposal to reactivate an inactive feed whose last probe, made while it was inactive, found items.
  func reactivate(_ entry: FeedEntry, _ record: FeedRecord) -> FeedProposal? {
    guard record.probe.level == Probe.inactive, record.probe.isUp == true, record.probe.items != 0,
      isSameFeed(entry, record)
    else { return nil }
    let detail = record.probe.detail.isEmpty ? "" : ": \(record.probe.detail)"
    return FeedProposal(
      kind: .reactivate, feed: entry.recordName, title: entry.title, address: entry.feedURL,
      field: FeedField.isActive.name, old: .flag(false), new: .flag(true),
      reason: "works since \(record.since.day)\(detail)",
      basis: record.probe.verdict == VerdictClass.stale.rawValue ? "stale" : "works")
  }

  private func switchOff(
    _ entry: FeedEntry, _ kind: FeedProposal.Kind, _ reason: String, basis: String
  ) -> FeedProposal {
    FeedProposal(
      kind: kind, feed: entry.recordName, title: entry.title, address: entry.feedURL, field: FeedField.isActive.name,
      old: .flag(true), new: .flag(false), reason: reason, basis: basis)
  }

  /// Fields that the feed's own metadata could fill.
  var fillable: [String] {
    [FeedField.title, FeedField.siteURL, FeedField.imageURL, FeedField.language, FeedField.subtitle].names(in: layout)
  }

  /// Returns the proposals to fill a record's empty fields, and to replace a title that is only a placeholder.
  func fill(_ entry: FeedEntry, _ record: Record, from said: SelfDescription) -> [FeedProposal] {
    let title = said.title.flatMap(Self.title)
    let values = [
      title.flatMap { FeedURL.isPlaceholder($0, of: entry.feedURL) ? nil : $0 }, said.siteURL.flatMap(Self.url),
      said.imageURL.flatMap(Self.url), said.language.flatMap(Self.language), said.subtitle.flatMap(Self.text),
    ]
    return zip(fillable, values).compactMap { field, value in
      let isPlaceholder = field == FeedField.title.name && entry.hasPlaceholderTitle
      guard let value, isPlaceholder || record[field] == nil || record[field] == .string("") else { return nil }
      return FeedProposal(
        kind: .fillMissing, feed: entry.recordName, title: entry.title, address: entry.feedURL, field: field,
        old: record[field],
        new: .string(value), reason: "from the feed's own metadata", basis: "")
    }
  }

  /// Returns a web address that everybody can open, without a password; other addresses are left to a curator.
  private static func url(_ text: String) -> String? {
    guard text.hasPrefix("http:") || text.hasPrefix("https:"), let url = try? FeedURL(text) else { return nil }
    return url.redacted == url.canonical && FeedHost.isPublic(FeedHost.of(url.canonical)) ? url.canonical : nil
  }

  private static func language(_ text: String) -> String? { LanguageTag.problem(in: text) == nil ? text : nil }

  /// Returns a title as plain text of a title's length.
  static func title(_ text: String) -> String? { self.text(text).map { CleanText($0, limit: .title).text } }

  /// Whether a scalar is invisible, as a zero-width space is, and neither joins letters nor selects a form of an emoji.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200C, 0x200D, 0xFE00...0xFE0F: false
    default: scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  /// Returns a text without the flags of regions, which are a black flag and invisible tags.
  private static func withoutFlags(_ text: String) -> String {
    text.replacing(/\u{1F3F4}[\u{E0020}-\u{E007F}]+/.matchingSemantics(.unicodeScalar), with: "")
  }

  /// Returns plain text of a displayable length; text with markup or invisible characters is left to a curator.
  private static func text(_ text: String) -> String? {
    // In a CDATA section, references are those of HTML.
    let plain = TextMarkup.removed(from: text) { !$0.contains("<") && TextMarkup.isPresent(in: $0) }
    let clean = CleanText(plain, limit: .description).text
    let isShown = DisplayText.line(clean) == clean && !withoutFlags(clean).unicodeScalars.contains(where: isHidden)
    return clean.isEmpty || clean.utf8.count > 1000 || clean.contains("<") || !isShown ? nil : clean
  }
}
