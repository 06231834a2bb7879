/// Generated articles of a generated container.
enum GeneratedArticles {
  /// The number of different words. Word `n` is `n` times as rare as word 1, as in real texts.
  static let words = 20_000

  /// Adds articles of 50 words to the feeds of a container in turn, published within 90 days.
  static func add(_ count: Int, to path: String) throws {
    let connection = try SQLiteConnection(path)
    for statement in ["PRAGMA synchronous=OFF", "PRAGMA temp_store=MEMORY", "PRAGMA cache_size=-400000"] {
      _ = try connection.texts(statement)
    }
    // Creating indexes after the records is faster, and the full-text table is filled at once.
    let objects = "FROM sqlite_schema WHERE tbl_name = 'PublicArticle' AND sql IS NOT NULL AND type"
    let drops = try connection.texts(
      "SELECT 'DROP ' || type || ' \"' || name || '\"' \(objects) IN ('index', 'trigger')")
    let indexes = try connection.texts("SELECT sql \(objects) = 'index'")
    let triggers = try connection.texts("SELECT sql \(objects) = 'trigger'")
    try connection.run("BEGIN")
    for drop in drops { try connection.run(drop) }
    try connection.run(
      """
      CREATE TEMP TABLE fragment (i INTEGER PRIMARY KEY, words TEXT);
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39999)
      INSERT INTO fragment
      SELECT i / 10, group_concat('word' || CAST(exp((i * 2654435761 % 4294967296) / 4294967296.0 * ln(\(words))) AS INT),
        ' ') FROM n GROUP BY i / 10;
      CREATE TEMP TABLE feed AS SELECT ___recordID AS id FROM PublicFeed;
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < \(count) - 1)
      INSERT INTO PublicArticle (___recordID, ___createTime, ___modTime, ___etag, feedReference, guid, url, contentHash,
        title, excerpt, content, contentText, author, language, publishedDate, fetchedAt, expiresAt, wordCount)
      SELECT printf('%08x-%08x', i * 2654435761 % 4294967296, i), 1790000000000, 1790000000000, 'a' || i,
        (SELECT id FROM feed WHERE rowid = 1 + n.i % (SELECT count(*) FROM feed)), 'https://a.example/' || i,
        'https://a.example/' || i, printf('%064x', i * 2246822519),
        (SELECT words FROM fragment AS f WHERE f.i = n.i * 7919 % 4000), 'What the article is about',
        '<p>' || body || '</p><p>' || body || '</p>', body, 'An Author', 'en',
        1787000000000 + (i * 2246822519 % 7776000) * 1000, 1790000000000, 1797000000000, 50
      FROM (SELECT i, (SELECT words FROM fragment AS f WHERE f.i = n.i * 104729 % 4000) || ' '
        || (SELECT words FROM fragment AS f WHERE f.i = n.i * 1299709 % 4000) || ' '
        || (SELECT words FROM fragment AS f WHERE f.i = (n.i * 15485863 + 7) % 4000) || ' '
        || (SELECT words FROM fragment AS f WHERE f.i = (n.i * 32452843 + 3) % 4000) || ' '
        || (SELECT words FROM fragment AS f WHERE f.i = n.i * 49979687 % 4000) AS body FROM n) AS n;
      INSERT INTO "PublicArticle:search" ("PublicArticle:search") VALUES ('rebuild');
      """)
    for statement in indexes + triggers { try connection.run(statement) }
    // Statistics of the empty search table would make SQLite scan it whole for every merge.
    try connection.run("DELETE FROM sqlite_stat1 WHERE tbl LIKE 'PublicArticle:search%'")
    try connection.run("COMMIT")
  }
}
