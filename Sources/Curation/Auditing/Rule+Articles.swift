import Diagnostics

extension Rule {
  static let ofArticles: [Rule] = [
    missingExpiry, lateExpiry, orphanedArticles, deniedArticles, fullTexts, emptyTitle, markupInArticle, unsafeHTML,
    unsafeLink,
    repeatedArticles, duplicateURL, copiedArticle, foreignName,
  ]

  static let missingExpiry = audited(
    "missing-expiry", .warning, "an article never expires", why: "'articles prune' and 'update' never delete it.",
    remedy: "Set the expiry with --fix.", bad: "PublicArticle x: no expiresAt",
    good: "PublicArticle x.expiresAt: 2026-12-21", scope: .articles, isFixable: true)

  static let lateExpiry = audited(
    "late-expiry", .warning, "an article expires later than the retention allows",
    why: "The container grows beyond its plan, and a text is kept longer than promised to publishers.",
    remedy: "Shorten it with --fix, or pass the --retention of 'update'.",
    bad: "PublicArticle x.expiresAt: 2036-11-21", good: "PublicArticle x.expiresAt: 2026-12-21",
    scope: .articles, isFixable: true)

  static let orphanedArticles = audited(
    "orphaned-articles", .warning, "articles belong to no feed",
    why: "Users cannot reach the articles through a feed; the articles use space until they expire.",
    remedy: "Wait until they expire, seed the feed again under the same record name, or delete them with --fix.",
    bad: "PublicArticle.feedReference: B (no PublicFeed B)", good: "PublicArticle.feedReference: A",
    scope: .articles, isFixable: true)

  static let deniedArticles = audited(
    "denied-articles", .warning, "articles are stored that 'articles.deny' lists",
    why: "Their publisher asked not to have them stored. An 'update' that ran meanwhile may have stored them again.",
    remedy: "Delete them with --fix.", bad: "PublicArticle x of a feed in articles.deny",
    good: "PublicArticle x of another feed", scope: .articles, isFixable: true)

  static let fullTexts = audited(
    "full-texts", .warning, "full texts are stored of a feed with excerpts only",
    why: "The feed is listed in 'articles.excerpt', and 'update' shortens only the articles that it still lists.",
    remedy: "Shorten them to their excerpts with --fix.",
    bad: "PublicArticle x.content: <p>…</p> of a feed in articles.excerpt",
    good: "PublicArticle x.contentText: (at most 500 characters)", scope: .articles, isFixable: true)

  static let emptyTitle = audited(
    "empty-title", .warning, "an article's title is empty", why: "Users see an empty line.",
    remedy: "Create a title from the text with --fix.", bad: "PublicArticle x.title: (blank)",
    good: "PublicArticle x.title: Release notes", scope: .articles, isFixable: true)

  static let unsafeHTML = audited(
    "unsafe-html", .warning, "an article's HTML has markup that articles must not have",
    why: "Every signed-in user can write articles, and scripts run in apps that show the HTML.",
    remedy: "Sanitize the HTML with --fix.", bad: "PublicArticle x.content: <p onclick='f()'>Text</p>",
    good: "PublicArticle x.content: <p>Text</p>", scope: .articles, isFixable: true)

  static let markupInArticle = audited(
    "markup-in-article", .warning, "the title, excerpt, or plain text of an article has HTML markup",
    why: "Apps show these texts as they are, with their tags; in an app that shows them as HTML, scripts run.",
    remedy: "Convert them to plain text with --fix.",
    bad: "PublicArticle x.excerpt: <p>News &amp; <img src=x onerror=\"f()\"></p>",
    good: "PublicArticle x.excerpt: News &", scope: .articles, isFixable: true)

  static let unsafeLink = audited(
    "unsafe-link", .warning, "an article's or its picture's URL is not http or https",
    why: "Apps cannot open the URL, and other schemes can run code when a user opens it.",
    remedy: "Clear the picture's URL with --fix; delete the article with 'articles remove'.",
    bad: "PublicArticle x.url: javascript:alert(1)", good: "PublicArticle x.url: https://a.example/1",
    scope: .articles, isFixable: true)

  static let repeatedArticles = audited(
    "repeated-articles", .warning, "articles of a feed have the same guid",
    why: "The app shows an entry more than once.",
    remedy: "Delete the copies with --fix: first articles by other users, then by other programs, then the later ones.",
    bad: "PublicArticle x.guid: 1\nPublicArticle y.guid: 1 (same feed, URL, title, and text)",
    good: "PublicArticle x.guid: 1", scope: .articles, isFixable: true)

  static let duplicateURL = audited(
    "duplicate-url", .info, "articles of a feed have the same URL and different guids",
    why: "They are one entry whose guid the feed changed, or entries without pages of their own.",
    remedy: "Nothing, if the feed lists both.",
    bad: "PublicArticle x.url: https://a.example/1\n"
      + "PublicArticle y.url: https://a.example/1 (same feed)", good: "PublicArticle x.url: https://a.example/1",
    scope: .articles)

  static let copiedArticle = audited(
    "copied-article", .info, "articles of a feed are also in another feed",
    why: "Users who read both feeds see the text twice; feeds that collect other feeds are made of copies.",
    remedy: "Nothing, or pass --skip-copies to 'update'.",
    bad: "PublicArticle x.contentHash: 5f (feed A)\nPublicArticle y.contentHash: 5f (feed B, same title or URL)",
    good: "PublicArticle x.contentHash: 5f (feed A)", scope: .articles)

  static let foreignName = audited(
    "foreign-name", .info, "record names of articles do not follow from feed and guid",
    why: "Another program created them, or their feed or site moved. 'update' corrects them while feeds list them.",
    remedy: "Nothing; the articles expire.",
    bad: "PublicArticle 4F2D0B3C (a random name)", good: "PublicArticle named by 'update'", scope: .articles)
}
