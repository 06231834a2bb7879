extension AuditCommandTests {
  /// Manual mistakes and their only findings.
  static let mistakes: [(sql: String, rule: String, text: String)] = [
    (
      "UPDATE PublicFeed SET category = 'gone' WHERE title = 'A'", "dangling-category",
      "the category 'gone' does not exist"
    ),
    (
      "UPDATE FeedCategory SET parentCategory = 'gone' WHERE slug = 'news'", "dangling-parent",
      "the parent category 'gone'"
    ),
    (
      "UPDATE FeedCategory SET parentCategory = 'news' WHERE slug = 'news'", "category-cycle",
      "is its own ancestor through 'news'"
    ),
    (
      "UPDATE FeedCategory SET slug = 'other' WHERE slug = 'news'", "slug-mismatch",
      "the slug 'other' is not the record name"
    ),
    (
      "UPDATE PublicFeed SET feedURL = 'javascript:alert(1)' WHERE title = 'A'", "invalid-feed-url",
      "'javascript:' is not http or https"
    ),
    (
      "UPDATE PublicFeed SET feedURL = 'HTTPS://A.example:443/feed#x' WHERE title = 'A'", "feed-url-not-canonical",
      "is 'https://a.example/feed'"
    ),
    (
      "UPDATE PublicFeed SET feedURL = 'http://www.b.example/feed/' WHERE title = 'A'", "duplicate-feed",
      "is the same feed as the record"
    ),
    ("UPDATE PublicFeed SET title = 'https://a.example' WHERE title = 'A'", "title-is-url", "is a URL"),
    ("UPDATE PublicFeed SET title = 'a.example/feed' WHERE title = 'A'", "title-is-url", "is a URL"),
    (
      "UPDATE PublicFeed SET language = 'english' WHERE title = 'A'", "invalid-language",
      "'english' is not an ISO 639-1"
    ),
    ("UPDATE PublicFeed SET language = 'xx' WHERE title = 'A'", "invalid-language", "'xx' is not an ISO 639-1 code"),
    ("UPDATE PublicFeed SET qualityScore = 250 WHERE title = 'A'", "out-of-range", "250 is more than 100"),
    ("UPDATE PublicFeed SET subscriberCount = -1 WHERE title = 'A'", "out-of-range", "-1 is less than 0"),
    ("UPDATE PublicFeed SET isFeatured = 2 WHERE title = 'A'", "flag-not-boolean", "2 is neither 0 nor 1"),
    (
      "UPDATE PublicFeed SET updateFrequency = 86400 WHERE title = 'A'", "update-frequency-unit", "is it in seconds?"
    ),
    ("UPDATE PublicFeed SET title = NULL WHERE title = 'A'", "unreadable-record", "has no 'title'"),
    (
      "DELETE FROM FeedMetadata WHERE rowid = (SELECT min(rowid) FROM FeedMetadata)", "missing-metadata",
      "has no metadata"
    ),
    (
      "UPDATE FeedMetadata SET feedReference = (SELECT max(feedReference) FROM FeedMetadata)", "several-metadata",
      "also has the record"
    ),
    ("UPDATE FeedMetadata SET minUpdateInterval = 6 WHERE rowid = 1", "min-update-interval-unit", "is it in hours?"),
    (
      "UPDATE FeedMetadata SET totalAttempts = 3, successfulAttempts = 5 WHERE rowid = 1", "attempts-mismatch",
      "5 fetches are more than the 3 attempts"
    ),
    ("UPDATE PublicFeed SET qualityScore = 'abc' WHERE title = 'A'", "unreadable-record", "STRING in 'qualityScore'"),
    ("UPDATE PublicFeed SET title = ' ' WHERE title = 'A'", "blank-text", "the required text is blank"),
    ("UPDATE PublicFeed SET title = '\u{200B}' WHERE title = 'A'", "blank-text", "the required text is blank"),
    ("UPDATE FeedCategory SET name = ' NEWS' WHERE slug = 'tech'", "duplicate-category-name", "is also named"),
    ("UPDATE FeedCategory SET color = 'blue' WHERE slug = 'tech'", "invalid-color", "'blue' is not in the form"),
    (
      "UPDATE PublicFeed SET siteURL = 'javascript:alert(1)' WHERE title = 'A'", "invalid-address",
      "'javascript:alert(1)' is not an http or https URL"
    ),
    ("UPDATE PublicFeed SET imageURL = '/logo.png' WHERE title = 'A'", "invalid-address", "'/logo.png' is not"),
    (
      "UPDATE PublicFeed SET feedURL = 'https://u:secret@a.example/feed' WHERE title = 'A'", "credentials-in-url",
      "'https://a.example/feed' has a user name or password"
    ),
    (
      "UPDATE PublicFeed SET siteURL = 'https://u:secret@a.example/' WHERE title = 'A'", "credentials-in-url",
      "'https://a.example/' has a user name or password"
    ),
    ("UPDATE PublicFeed SET qualityScore = 72.5 WHERE title = 'A'", "fractional-score", "72.5 is not a whole number"),
    (
      "UPDATE PublicFeed SET addedAt = 4900000000000 WHERE title = 'A'", "future-date",
      "2125-04-10T23:06:40Z is in the future"
    ),
    ("UPDATE PublicFeed SET subtitle = 'a <b>c</b>' WHERE title = 'A'", "markup-in-text", "the text has HTML markup"),
    ("UPDATE PublicFeed SET subtitle = 'a &amp; b' WHERE title = 'A'", "markup-in-text", "the text has HTML markup"),
    ("UPDATE PublicFeed SET tags = '[\"a\",\"B\"]' WHERE title = 'A'", "tags-not-canonical", "capital letters"),
    (
      "UPDATE PublicFeed SET subscriberCount = 5; UPDATE FeedMetadata SET subscriberCount = 7", "count-mismatch",
      "7 here, but 5 in the feed"
    ),
    (
      "UPDATE PublicFeed SET subscriberCount = 0 WHERE title = 'A'", "count-mismatch",
      "no count here, but 0 in the feed"
    ),
    (
      "UPDATE FeedMetadata SET subscriberCount = 7 WHERE rowid = 1", "count-mismatch",
      "7 here, but no count in the feed"
    ),
    (
      """
      INSERT INTO PublicArticle (___recordID, ___etag, ___createTime, ___modTime, feedReference, guid, url, title, expiresAt)
      SELECT '00000000-0000-5000-8000-00000000000' || number, 'a', 0, 0, ___recordID, 'g', 'https://a.example/1', 'T', 1
      FROM PublicFeed, (SELECT 1 AS number UNION SELECT 2) WHERE title = 'A'
      """, "repeated-articles", "'T' repeats the guid and the URL of '00000000-0000-5000-8000-000000000001'"
    ),
    (
      """
      INSERT INTO PublicArticle
        (___recordID, ___etag, ___createTime, ___modTime, feedReference, guid, url, title, excerpt, expiresAt)
      SELECT '00000000-0000-5000-8000-000000000001', 'a', 0, 0, ___recordID, 'g', 'https://a.example/1', 'T',
        '<img src=x onerror="alert(1)">', 1
      FROM PublicFeed WHERE title = 'A'
      """, "markup-in-article", "the text of 'T' has HTML markup"
    ),
    ("UPDATE FeedMetadata SET uptimePercentage = 101 WHERE rowid = 1", "out-of-range", "101 is more than 100"),
    ("UPDATE FeedMetadata SET averageRating = 5.5 WHERE rowid = 1", "out-of-range", "5.5 is more than 5"),
    ("UPDATE FeedMetadata SET healthStatus = 'ok' WHERE rowid = 1", "unknown-health", "'ok' is not healthy"),
    (
      """
      INSERT INTO FeedSubscription (___recordID, ___etag, ___createTime, ___modTime, feedRecordName)
      VALUES ('s1', 's1', 0, 0, 'gone'), ('s2', 's2', 0, 0, 'gone')
      """, "orphaned-subscriptions", "2 subscriptions belong to the feed 'gone', which does not exist"
    ),
    (
      """
      INSERT INTO PublicArticle (___recordID, ___etag, ___createTime, ___modTime, feedReference)
      VALUES ('a1', 'a1', 0, 0, 'gone')
      """, "orphaned-articles", "1 article belongs to the feed 'gone', which does not exist"
    ),
  ]
}
