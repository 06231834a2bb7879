import Diagnostics

extension AuditRule {
  /// Rules about references between records.
  static let references: [AuditRule] = [
    danglingCategory, danglingParent, categoryCycle, collectionMissingFeed, collectionRepeatedFeed, emptyCollection,
    orphanedMetadata, orphanedArticles, orphanedSubscriptions, missingMetadata, severalMetadata,
  ]

  static let danglingCategory = AuditRule(
    "dangling-category", .error, "a feed is in a category that does not exist",
    why: "The feed is found in no category of the app. CloudKit does not look where a reference leads.",
    remedy: "Seed the category, or give the feed another: 'feeds set FEED --category SLUG'.",
    bad: "PublicFeed.category: news (no FeedCategory of this name)", good: "PublicFeed.category: technology")

  static let danglingParent = AuditRule(
    "dangling-parent", .error, "a category is under one that does not exist",
    why: "The category is nowhere in the tree the app shows.",
    remedy: "Seed the parent, or take it away: 'categories set SLUG --no-parent'.",
    bad: "FeedCategory.parentCategory: nowhere", good: "FeedCategory.parentCategory: technology")

  static let categoryCycle = AuditRule(
    "category-cycle", .error, "a category is under itself",
    why: "A walk up from the category never reaches the top.",
    remedy: "Take a parent away on the way round: 'categories set SLUG --no-parent'.",
    bad: "FeedCategory a: parentCategory b\nFeedCategory b: parentCategory a",
    good: "FeedCategory a: no parentCategory\nFeedCategory b: parentCategory a")

  static let collectionMissingFeed = AuditRule(
    "collection-missing-feed", .error, "a collection has a feed that does not exist",
    why: "Readers who import the collection get fewer feeds than it says.",
    remedy: "Seed the feed, or let --fix take it out.",
    bad: "FeedCollection.feeds: [A, B] (no PublicFeed B)", good: "FeedCollection.feeds: [A]", isFixable: true)

  static let collectionRepeatedFeed = AuditRule(
    "collection-repeated-feed", .warning, "a collection has a feed twice",
    why: "The app shows it twice.", remedy: "Let --fix keep the first.",
    bad: "FeedCollection.feeds: [A, B, A]", good: "FeedCollection.feeds: [A, B]", isFixable: true)

  static let emptyCollection = AuditRule(
    "empty-collection", .warning, "a collection has no feed",
    why: "There is nothing in it to read.",
    remedy: "Add feeds: 'collections set COLLECTION --add-feed FEED', or remove it.",
    bad: "FeedCollection.feeds: []", good: "FeedCollection.feeds: [A]")

  static let orphanedMetadata = AuditRule(
    "orphaned-metadata", .warning, "a metadata record is of no feed",
    why: "Jobs walk it for nothing, and lists by health or popularity show a feed that is gone.",
    remedy: "Let --fix delete it: nothing else has its numbers.",
    bad: "FeedMetadata.feedReference: B (no PublicFeed B)", good: "FeedMetadata.feedReference: A", isFixable: true)

  static let orphanedArticles = AuditRule(
    "orphaned-articles", .warning, "articles are of no feed",
    why: "Nobody reaches them through a feed; they take room until they expire.",
    remedy: "Wait until they expire, or seed the feed again under the same record name.",
    bad: "PublicArticle.feedReference: B (no PublicFeed B)", good: "PublicArticle.feedReference: A")

  static let orphanedSubscriptions = AuditRule(
    "orphaned-subscriptions", .warning, "subscriptions are of no feed",
    why: "Their readers wait for a feed that is gone. Only they may delete their subscriptions.",
    remedy: "Seed the feed again, or let the app tell its readers.",
    bad: "FeedSubscription.feedRecordName: B (no feed B)", good: "FeedSubscription.feedRecordName: A")

  static let missingMetadata = AuditRule(
    "missing-metadata", .warning, "a feed has no metadata record",
    why: "Its health and its numbers have no place to be kept.",
    remedy: "Let --fix make it; 'seed' does the same for the feeds it states.",
    bad: "PublicFeed A, no FeedMetadata", good: "PublicFeed A\nFeedMetadata.feedReference: A", isFixable: true)

  static let severalMetadata = AuditRule(
    "several-metadata", .warning, "a feed has more than one metadata record",
    why: "Jobs write the one that was changed last, and apps may read another.",
    remedy: "Delete all but the one that was changed last.",
    bad: "FeedMetadata x.feedReference: A\nFeedMetadata y.feedReference: A", good: "FeedMetadata x.feedReference: A")
}
