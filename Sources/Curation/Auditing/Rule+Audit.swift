package import Diagnostics

extension Rule {
  /// Sorted by id.
  package static let ofAudits: [Rule] = (ofCatalogs + ofArticles).sorted { $0.id < $1.id }

  /// A rule whose examples are records, with one field per line.
  static func audited(
    _ id: String, _ severity: Diagnostic.Severity, _ summary: String, why: String, remedy: String, bad: String,
    good: String, source: String = "the comments of schema/celestra.ckdb", scope: Scope = .catalog,
    isFixable: Bool = false
  ) -> Rule {
    Rule(
      id, severity, .documented, summary, why: why, source: source, remedy: remedy, bad: bad, good: good,
      scope: scope, isFixable: isFixable)
  }

  private static let ofCatalogs: [Rule] = [
    danglingCategory, danglingParent, categoryCycle, collectionMissingFeed, collectionRepeatedFeed, emptyCollection,
    orphanedMetadata, orphanedSubscriptions, missingMetadata, severalMetadata, duplicateFeed, duplicateSlug,
    invalidFeedURL, feedURLNotCanonical, slugMismatch, unreadableRecord, titleIsURL, invalidLanguage, outOfRange,
    flagNotBoolean, updateFrequencyUnit, minUpdateIntervalUnit, attemptsMismatch, unknownHealth, duplicateCategoryName,
    countMismatch, blankText, credentialsInURL, fractionalScore, futureDate, invalidAddress, invalidColor, markupInText,
    tagsNotCanonical,
  ]

  static let danglingCategory = audited(
    "dangling-category", .error, "a feed's category does not exist",
    why: "The app shows the feed in no category. CloudKit does not check references.",
    remedy: "Seed the category, or choose another: 'feeds set FEED --category SLUG'.",
    bad: "PublicFeed.category: news (no FeedCategory of this name)", good: "PublicFeed.category: technology")

  static let danglingParent = audited(
    "dangling-parent", .error, "a category's parent does not exist",
    why: "The app's category tree does not contain the category.",
    remedy: "Seed the parent, or remove the reference: 'categories set SLUG --no-parent'.",
    bad: "FeedCategory.parentCategory: nowhere", good: "FeedCategory.parentCategory: technology")

  static let categoryCycle = audited(
    "category-cycle", .error, "a category is its own ancestor",
    why: "The app's category tree does not contain the category.",
    remedy: "Remove one parent of the cycle: 'categories set SLUG --no-parent'.",
    bad: "FeedCategory a: parentCategory b\nFeedCategory b: parentCategory a",
    good: "FeedCategory a: no parentCategory\nFeedCategory b: parentCategory a")

  static let collectionMissingFeed = audited(
    "collection-missing-feed", .error, "a collection contains a feed that does not exist",
    why: "Users who import the collection get fewer feeds than it lists.",
    remedy: "Seed the feed, or remove it from the collection with --fix.",
    bad: "FeedCollection.feeds: [A, B] (no PublicFeed B)", good: "FeedCollection.feeds: [A]", isFixable: true)

  static let collectionRepeatedFeed = audited(
    "collection-repeated-feed", .warning, "a collection contains a duplicate feed",
    why: "The app shows the feed twice.", remedy: "Keep the first one with --fix.",
    bad: "FeedCollection.feeds: [A, B, A]", good: "FeedCollection.feeds: [A, B]", isFixable: true)

  static let emptyCollection = audited(
    "empty-collection", .warning, "a collection has no feeds", why: "The collection has nothing to read.",
    remedy: "Add feeds: 'collections set COLLECTION --add-feed FEED', or remove the collection.",
    bad: "FeedCollection.feeds: []", good: "FeedCollection.feeds: [A]")

  static let orphanedMetadata = audited(
    "orphaned-metadata", .warning, "a metadata record belongs to no feed",
    why: "Lists by health or popularity show a feed that does not exist.",
    remedy: "Delete the record with --fix. Its numbers exist nowhere else.",
    bad: "FeedMetadata.feedReference: B (no PublicFeed B)", good: "FeedMetadata.feedReference: A", isFixable: true)

  static let orphanedSubscriptions = audited(
    "orphaned-subscriptions", .warning, "subscriptions belong to no feed",
    why: "Subscribers wait for a feed that does not exist. Only they can delete their subscriptions.",
    remedy: "Seed the feed again, or let the app inform the subscribers.",
    bad: "FeedSubscription.feedRecordName: B (no feed B)", good: "FeedSubscription.feedRecordName: A")

  static let missingMetadata = audited(
    "missing-metadata", .warning, "a feed has no metadata record",
    why: "The feed's health and counts cannot be stored.",
    remedy: "Create the record with --fix; 'seed' also creates it for the feeds in its files.",
    bad: "PublicFeed A, no FeedMetadata", good: "PublicFeed A\nFeedMetadata.feedReference: A", isFixable: true)

  static let severalMetadata = audited(
    "several-metadata", .warning, "a feed has more than one metadata record",
    why: "Jobs write the most recently modified record, and apps may read another.",
    remedy: "Delete all but the most recently modified record.",
    bad: "FeedMetadata x.feedReference: A\nFeedMetadata y.feedReference: A", good: "FeedMetadata x.feedReference: A")

  static let duplicateFeed = audited(
    "duplicate-feed", .error, "two records are the same feed",
    why: "Subscribers, ratings, and articles are split between them. CloudKit has no unique index.",
    remedy: "Keep the record with subscribers, and remove the other: 'feeds remove RECORDNAME'.",
    bad: "PublicFeed x.feedURL: https://a.example/feed\nPublicFeed y.feedURL: http://www.a.example/feed/",
    good: "PublicFeed x.feedURL: https://a.example/feed", source: "README, Feed identity")

  static let duplicateSlug = audited(
    "duplicate-slug", .error, "two categories have the same slug",
    why: "A URL or a seed file with this slug is ambiguous.", remedy: "Change one slug, or remove one category.",
    bad: "FeedCategory x.slug: news\nFeedCategory y.slug: news", good: "FeedCategory news.slug: news")

  static let invalidFeedURL = audited(
    "invalid-feed-url", .error, "a feed's URL is invalid",
    why: "The feed cannot be fetched or matched with a seed.",
    remedy: "Remove the feed, and add it with its correct URL.",
    bad: "PublicFeed.feedURL: javascript:alert(1)", good: "PublicFeed.feedURL: https://a.example/feed")

  static let feedURLNotCanonical = audited(
    "feed-url-not-canonical", .warning, "a feed's URL is not in canonical form",
    why: "CloudKit finds only exact URLs, and programs search for the canonical form.",
    remedy: "Write the canonical form with --fix; the feed's identity stays the same.",
    bad: "PublicFeed.feedURL: HTTPS://A.example:443/feed#top", good: "PublicFeed.feedURL: https://a.example/feed",
    isFixable: true)

  static let slugMismatch = audited(
    "slug-mismatch", .warning, "a category's slug differs from its record name",
    why: "Seed files find a category by its slug and refer to it by its record name.",
    remedy: "Create a category under the slug, and move the feeds.",
    bad: "FeedCategory x.slug: news", good: "FeedCategory news.slug: news")

  static let unreadableRecord = audited(
    "unreadable-record", .error, "a record lacks a required field, or a value has the wrong type",
    why: "Apps and jobs skip the record, or fail.", remedy: "Set the field, or remove the record.",
    bad: "PublicFeed x: no title", good: "PublicFeed x.title: Daring Fireball")

  static let titleIsURL = audited(
    "title-is-url", .warning, "a feed's title is a URL",
    why: "Lists without titles leave only the URL, and users see it instead of a name.",
    remedy: "Set a title: 'feeds set FEED --title TITLE'.",
    bad: "PublicFeed.title: a.example/feed", good: "PublicFeed.title: A's Weblog")

  static let invalidLanguage = audited(
    "invalid-language", .warning, "a language is not an ISO 639-1 code",
    why: "The app searches for the exact code and does not find this feed.",
    remedy: "Set the code, such as 'en' or 'pt-BR'; --fix corrects case and '_'.",
    bad: "PublicFeed.language: english", good: "PublicFeed.language: en", source: "ISO 639-1; RFC 5646 §2.1",
    isFixable: true)

  static let outOfRange = audited(
    "out-of-range", .error, "a number is outside the range of its field",
    why: "Lists in this order are wrong, and apps may show meaningless numbers.",
    remedy: "Run the job that writes the field: 'score', 'subscribers', or 'update --no-articles'.",
    bad: "PublicFeed.qualityScore: 250", good: "PublicFeed.qualityScore: 87")

  static let flagNotBoolean = audited(
    "flag-not-boolean", .warning, "a flag is neither 0 nor 1",
    why: "CloudKit has no Boolean type; apps filter by exactly 1 or 0.",
    remedy: "Set the flag, such as 'feeds set FEED --active' or '--no-active'.",
    bad: "PublicFeed.isFeatured: 2", good: "PublicFeed.isFeatured: 1")

  static let updateFrequencyUnit = audited(
    "update-frequency-unit", .warning, "an update frequency is probably in the wrong unit",
    why: "PublicFeed stores hours, and CelestraKit's Feed stores seconds: a copied value is wrong by a factor of 3600.",
    remedy: "Run 'update --no-articles' to measure it again.",
    bad: "PublicFeed.updateFrequency: 86400 (hours would be ten years)", good: "PublicFeed.updateFrequency: 24")

  static let minUpdateIntervalUnit = audited(
    "min-update-interval-unit", .warning, "a minimum interval between fetches is probably in hours, not seconds",
    why: "The field is in seconds; CelestraCloud's schema comment says hours. The feed is fetched every few seconds.",
    remedy: "Run 'update --no-articles' to measure it again, or set it in seconds.",
    bad: "FeedMetadata.minUpdateInterval: 6", good: "FeedMetadata.minUpdateInterval: 21600")

  static let attemptsMismatch = audited(
    "attempts-mismatch", .warning, "a feed has more successful or failed fetches than attempts",
    why: "Health and score depend on these numbers.", remedy: "Run 'update --no-articles', which continues the counts.",
    bad: "FeedMetadata.totalAttempts: 3\nFeedMetadata.successfulAttempts: 5",
    good: "FeedMetadata.totalAttempts: 5\nFeedMetadata.successfulAttempts: 3")

  static let unknownHealth = audited(
    "unknown-health", .warning, "a health status is not healthy, degraded, or down",
    why: "Apps filter by these three values.", remedy: "Run 'update --no-articles' to assess the feed again.",
    bad: "FeedMetadata.healthStatus: ok", good: "FeedMetadata.healthStatus: healthy")

  static let duplicateCategoryName = audited(
    "duplicate-category-name", .warning, "two categories have the same name",
    why: "Users cannot tell the categories apart, and a list folder with this name is ambiguous.",
    remedy: "Rename one category: 'categories set SLUG --name NAME'.",
    bad: "FeedCategory x.name: News\nFeedCategory y.name: news", good: "FeedCategory news.name: News")

  static let countMismatch = audited(
    "count-mismatch", .warning, "the subscriber counts of a feed and its metadata record differ",
    why: "Apps sort by one count and show the other.", remedy: "Run 'subscribers', which writes both.",
    bad: "PublicFeed.subscriberCount: 5\nFeedMetadata.subscriberCount: 7",
    good: "PublicFeed.subscriberCount: 7\nFeedMetadata.subscriberCount: 7")

  static let blankText = audited(
    "blank-text", .error, "a required text is blank", why: "Users see an empty line, and a search does not find it.",
    remedy: "Set the text, such as 'feeds set FEED --title TITLE'.",
    bad: "PublicFeed.title: (blank)", good: "PublicFeed.title: Daring Fireball")

  static let credentialsInURL = audited(
    "credentials-in-url", .warning, "a URL has a user name or password",
    why: "Every user of the public database can read them.",
    remedy: "Change the password, and remove the feed or set a URL without credentials.",
    bad: "PublicFeed.feedURL: https://user:secret@a.example/feed", good: "PublicFeed.feedURL: https://a.example/feed")

  static let fractionalScore = audited(
    "fractional-score", .warning, "a quality score is not a whole number",
    why: "The score is a whole number from 0 to 100, and apps show it as one.",
    remedy: "Run 'score' to compute it again.",
    bad: "PublicFeed.qualityScore: 72.5", good: "PublicFeed.qualityScore: 73")

  static let futureDate = audited(
    "future-date", .warning, "a date is in the future", why: "Lists by date show the record first for too long.",
    remedy: "Correct the date, such as 'addedAt' in a JSON seed file; --fix corrects dates of articles.",
    bad: "PublicFeed.addedAt: 2126-11-21", good: "PublicFeed.addedAt: 2026-11-21", isFixable: true)

  static let invalidAddress = audited(
    "invalid-address", .warning, "the URL of a page or an image is not http or https",
    why: "Apps cannot open the URL, and other schemes can run code when a user opens it.",
    remedy: "Set the full URL, such as 'feeds set FEED --site-url URL', or clear it.",
    bad: "PublicFeed.siteURL: javascript:alert(1)", good: "PublicFeed.siteURL: https://a.example/")

  static let invalidColor = audited(
    "invalid-color", .warning, "a color is not in the form #RRGGBB", why: "Apps cannot show the color.",
    remedy: "Set the color: 'categories set SLUG --tint #007AFF'.",
    bad: "FeedCategory.color: blue", good: "FeedCategory.color: #007AFF")

  static let markupInText = audited(
    "markup-in-text", .warning, "a text has HTML markup", why: "Apps show the text as it is, with its tags.",
    remedy: "Write plain text, such as 'feeds set FEED --title TEXT' or --subtitle.",
    bad: "PublicFeed.subtitle: News &amp; <b>views</b>", good: "PublicFeed.subtitle: News & views")

  static let tagsNotCanonical = audited(
    "tags-not-canonical", .warning, "tags have capital letters or duplicates",
    why: "CloudKit finds only exact tags, and tags are in lowercase.", remedy: "Correct the tags with --fix.",
    bad: "PublicFeed.tags: [Swift, swift]", good: "PublicFeed.tags: [swift]", isFixable: true)
}
