import Diagnostics

extension AuditRule {
  /// Rules about field values.
  static let values: [AuditRule] = [
    titleIsURL, invalidLanguage, outOfRange, flagNotBoolean, updateFrequencyUnit, minUpdateIntervalUnit,
    attemptsMismatch,
    unknownHealth,
  ]

  static let titleIsURL = AuditRule(
    "title-is-url", .warning, "a feed's title is an address",
    why: "Lists without titles leave nothing better; readers see an address where they look for a name.",
    remedy: "Give it a title: 'feeds set FEED --title TITLE'.",
    bad: "PublicFeed.title: a.example/feed", good: "PublicFeed.title: A's Weblog")

  static let invalidLanguage = AuditRule(
    "invalid-language", .warning, "a language is no ISO 639-1 code",
    why: "The app looks feeds up by the exact code; this one is found for no reader.",
    remedy: "Set the code, such as 'en' or 'pt-BR'; --fix mends case and '_'.",
    bad: "PublicFeed.language: english", good: "PublicFeed.language: en", source: "ISO 639-1; RFC 5646 §2.1",
    isFixable: true)

  static let outOfRange = AuditRule(
    "out-of-range", .error, "a number is outside the range of its field",
    why: "Lists sorted by it are wrong, and apps may show nonsense.",
    remedy: "Run the job that keeps it: 'score', 'subscribers' or 'health probe'.",
    bad: "PublicFeed.qualityScore: 250", good: "PublicFeed.qualityScore: 87")

  static let flagNotBoolean = AuditRule(
    "flag-not-boolean", .warning, "a flag is neither 0 nor 1",
    why: "CloudKit has no boolean; apps ask for exactly 1 or 0, and find neither.",
    remedy: "Set it: 'feeds set FEED --featured' or '--no-featured'.",
    bad: "PublicFeed.isFeatured: 2", good: "PublicFeed.isFeatured: 1")

  static let updateFrequencyUnit = AuditRule(
    "update-frequency-unit", .warning, "an update frequency looks like another unit than its field's",
    why:
      "PublicFeed keeps hours and CelestraKit's Feed seconds; a catalogue moved from one to the other is off by 3600.",
    remedy: "Let 'health probe' measure it anew.",
    bad: "PublicFeed.updateFrequency: 86400 (hours would be ten years)", good: "PublicFeed.updateFrequency: 24")

  static let minUpdateIntervalUnit = AuditRule(
    "min-update-interval-unit", .warning, "a least interval between fetches looks like hours, not seconds",
    why:
      "It is kept in seconds; CelestraCloud's schema comment says hours. The feed would be fetched every few seconds.",
    remedy: "Let 'health probe' measure it anew, or set it to seconds.",
    bad: "FeedMetadata.minUpdateInterval: 6", good: "FeedMetadata.minUpdateInterval: 21600")

  static let attemptsMismatch = AuditRule(
    "attempts-mismatch", .warning, "more fetches succeeded or failed than were tried",
    why: "Health and score are computed from these numbers.", remedy: "Let 'health probe' count on.",
    bad: "FeedMetadata.totalAttempts: 3\nFeedMetadata.successfulAttempts: 5",
    good: "FeedMetadata.totalAttempts: 5\nFeedMetadata.successfulAttempts: 3")

  static let unknownHealth = AuditRule(
    "unknown-health", .warning, "a health status is not healthy, degraded or down",
    why: "Apps filter by these three words.", remedy: "Let 'health probe' judge it anew.",
    bad: "FeedMetadata.healthStatus: ok", good: "FeedMetadata.healthStatus: healthy")
}
