import Diagnostics

extension AuditRule {
  /// Rules about record identities.
  static let identities: [AuditRule] = [
    duplicateFeed, duplicateSlug, invalidFeedURL, feedURLNotCanonical, slugMismatch, unreadableRecord,
  ]

  static let duplicateFeed = AuditRule(
    "duplicate-feed", .error, "two records are the same feed",
    why: "Readers, ratings and articles are split between them. CloudKit has no unique index.",
    remedy: "Keep the one with subscribers, remove the other: 'feeds remove RECORDNAME'.",
    bad: "PublicFeed x.feedURL: https://a.example/feed\nPublicFeed y.feedURL: http://www.a.example/feed/",
    good: "PublicFeed x.feedURL: https://a.example/feed", source: "README, Feed identity")

  static let duplicateSlug = AuditRule(
    "duplicate-slug", .error, "two categories have the same slug",
    why: "An address or a seed file that names it means either.",
    remedy: "Give one of them another slug, or remove it.",
    bad: "FeedCategory x.slug: news\nFeedCategory y.slug: news", good: "FeedCategory news.slug: news")

  static let invalidFeedURL = AuditRule(
    "invalid-feed-url", .error, "a feed's address is not one that can be fetched",
    why: "Nothing can be read from it, and no seed can mean it.",
    remedy: "Remove the feed and add it under its right address.",
    bad: "PublicFeed.feedURL: javascript:alert(1)", good: "PublicFeed.feedURL: https://a.example/feed")

  static let feedURLNotCanonical = AuditRule(
    "feed-url-not-canonical", .warning, "a feed's address is not in canonical form",
    why: "A search for the exact address, which is all CloudKit offers, does not find it.",
    remedy: "Let --fix write the canonical form; the feed stays the same.",
    bad: "PublicFeed.feedURL: HTTPS://A.example:443/feed#top", good: "PublicFeed.feedURL: https://a.example/feed",
    isFixable: true)

  static let slugMismatch = AuditRule(
    "slug-mismatch", .warning, "a category's slug is not its record name",
    why: "Seed files find a category by its slug and refer to it by its record name.",
    remedy: "Make the category anew under its slug and move its feeds.",
    bad: "FeedCategory x.slug: news", good: "FeedCategory news.slug: news")

  static let unreadableRecord = AuditRule(
    "unreadable-record", .error, "a record lacks a field it cannot be without, or has one of a wrong type",
    why: "Apps and jobs leave it out, or fail.", remedy: "Set the field, or remove the record.",
    bad: "PublicFeed x: no title", good: "PublicFeed x.title: Daring Fireball")
}
