extension PageShape {
  /// The shapes of pages that programs and services write.
  static let sites: [PageShape] = [
    PageShape(
      "WordPress, a home page",
      head(
        "<meta name=generator content=\"WordPress 6.6\">"
          + link("https://example.org/feed/", "Example &raquo; Feed")
          + link("https://example.org/comments/feed/", "Example &raquo; Comments Feed")
          + link("https://example.org/wp-json/wp/v2/pages/2", type: "application/json")
          + link("https://example.org/wp-json/oembed/1.0/embed?url=x", type: "application/json+oembed")),
      best: "https://example.org/feed/", count: 2),
    PageShape(
      "WordPress, an article", at: "https://example.org/2026/11/a-post/",
      head(
        link("https://example.org/2026/11/a-post/feed/", "Example &raquo; A Post Comments Feed")
          + link("https://example.org/comments/feed/", "Example &raquo; Comments Feed")
          + link("https://example.org/feed/", "Example &raquo; Feed")), best: "https://example.org/feed/"),
    PageShape(
      "WordPress, a category", at: "https://example.org/category/swift/",
      head(
        link("https://example.org/category/swift/feed/", "Example &raquo; Swift Category Feed")
          + link("https://example.org/feed/", "Example &raquo; Feed")), best: "https://example.org/feed/"),
    PageShape(
      "WordPress in German",
      head(link("/comments/feed/", "Beispiel &raquo; Kommentar-Feed") + link("/feed/", "Beispiel &raquo; Feed")),
      best: "https://example.org/feed/"),
    PageShape(
      "WordPress without addresses", head(link("/?feed=comments-rss2", "x") + link("/?feed=rss2", "y")),
      best: "https://example.org/?feed=rss2"),
    PageShape(
      "Ghost",
      head("<meta name=generator content=\"Ghost 5.8\">" + link("https://example.org/rss/", "Example")),
      best: "https://example.org/rss/"),
    PageShape(
      "Medium", at: "https://medium.com/@someone",
      head(
        link("https://medium.com/feed/@someone", "Medium")
          + link("android-app://com.medium.reader/x", type: "text/html")),
      best: "https://medium.com/feed/@someone"),
    PageShape("Substack", at: "https://a.substack.com/", head(link("/feed", "A")), best: "https://a.substack.com/feed"),
    PageShape(
      "YouTube, a channel", at: "https://www.youtube.com/@someone",
      head("", body: link("https://www.youtube.com/feeds/videos.xml?channel_id=UC123", "RSS")),
      best: "https://www.youtube.com/feeds/videos.xml?channel_id=UC123"),
    PageShape(
      "Mastodon", at: "https://social.example/@someone",
      head(
        link("https://social.example/users/someone", type: "application/activity+json")
          + link("https://social.example/@someone.rss", "RSS")), best: "https://social.example/@someone.rss", count: 1),
    PageShape(
      "GitHub, the releases of a repository", at: "https://github.com/o/r/releases",
      head(
        link("/o/r/tags.atom", "Tags from r", type: atom)
          + link("/o/r/releases.atom", "Release notes from r", type: atom)
          + link("/o/r/commits/main.atom", "Recent Commits to r:main", type: atom)),
      best: "https://github.com/o/r/releases.atom"),
    PageShape(
      "Bluesky", at: "https://bsky.app/profile/a.example", head(link("/profile/did:plc:x/rss")),
      best: "https://bsky.app/profile/did:plc:x/rss"),
    PageShape(
      "Blogger",
      head(
        link("https://example.org/feeds/posts/default", "Example - Atom", type: atom)
          + link("https://example.org/feeds/posts/default?alt=rss", "Example - RSS")
          + link("https://www.blogger.com/feeds/1/posts/default", "Example - Atom", type: atom)),
      best: "https://example.org/feeds/posts/default", count: 3),
    PageShape("Tumblr", head(link("https://example.org/rss", "RSS")), best: "https://example.org/rss"),
    PageShape(
      "Hugo", at: "https://example.org/posts/one/",
      head(
        "<meta name=generator content=\"Hugo 0.13\">" + link("https://example.org/posts/index.xml")
          + link("https://example.org/index.xml", "Example")),
      best: "https://example.org/index.xml"),
    PageShape(
      "Jekyll", head(link("https://example.org/feed.xml", "Example", type: atom)), best: "https://example.org/feed.xml"),
    PageShape(
      "Publish", head(link("/feed.rss", "Subscribe to Example")), best: "https://example.org/feed.rss"),
    PageShape(
      "Squarespace", at: "https://example.org/blog", head(link("https://example.org/blog?format=rss", "RSS Feed")),
      best: "https://example.org/blog?format=rss"),
    PageShape(
      "micro.blog",
      head(
        link("https://example.org/feed.xml", "Micro") + link("https://example.org/podcast.xml", "Podcast")
          + link("https://example.org/feed.json", "Micro", type: json)),
      best: "https://example.org/feed.xml", count: 3),
    PageShape(
      "MediaWiki",
      head(link("/w/index.php?title=Special:RecentChanges&amp;feed=atom", "Atom feed", type: atom)),
      best: "https://example.org/w/index.php?title=Special:RecentChanges&feed=atom"),
    PageShape(
      "Discourse", head(link("/latest.rss", "Latest topics") + link("/top.rss", "Top topics")),
      best: "https://example.org/latest.rss"),
    PageShape(
      "FeedBurner", head(link("http://feeds.feedburner.com/Example")), best: "http://feeds.feedburner.com/Example"),
    PageShape(
      "a podcast on another host", head(link("https://feeds.host.example/show.xml", "The Show")),
      best: "https://feeds.host.example/show.xml"),
    PageShape(
      "JSON Feed beside RSS", head(link("/feed.json", "JSON", type: json) + link("/feed.xml", "RSS")),
      best: "https://example.org/feed.json", count: 2),
    PageShape(
      "the site's feed after that of a folder", at: "https://example.org/news/",
      head(link("/news/sports/feed.xml") + link("/feed.xml")), best: "https://example.org/feed.xml"),
    PageShape(
      "feeds by language",
      head(
        link("/de/feed.xml", "Beispiel").replacing("<link", with: "<link hreflang=de")
          + link("/en/feed.xml", "Example").replacing("<link", with: "<link hreflang=en")),
      best: "https://example.org/en/feed.xml"),
    PageShape(
      "pages in other languages",
      head("<link rel=alternate hreflang=de href=/de/><link rel=alternate hreflang=fr href=/fr/feed/>" + link("/feed")),
      best: "https://example.org/feed", count: 1),
    PageShape(
      "a hundred tags before the site",
      head((0..<100).map { link("/tag/t\($0)/feed", "t\($0)") }.joined() + link("/feed", "Example")),
      best: "https://example.org/feed", count: 101),
    PageShape(
      "search results before the site",
      head(link("/search?q=a&amp;format=rss", "Search results") + link("/rss", "Example")),
      best: "https://example.org/rss"),
    PageShape(
      "authors before the site", head(link("/author/jo/feed", "Posts by Jo") + link("/feed", "All posts")),
      best: "https://example.org/feed"),
    PageShape(
      "comments in Russian", head(link("/c.xml", "Пример: комментарии") + link("/a.xml", "Пример")),
      best: "https://example.org/a.xml"),
    PageShape(
      "comments in Japanese", head(link("/c.xml", "例 » コメントフィード") + link("/a.xml", "例")),
      best: "https://example.org/a.xml"),
    PageShape("a link in the text", head("", body: "<a href=/rss.xml>RSS</a>"), best: "https://example.org/rss.xml"),
    PageShape(
      "a picture as link", head("", body: "<a href=/atom.xml><img src=rss.png alt=RSS></a>"),
      best: "https://example.org/atom.xml"),
    PageShape(
      "a link by its words", head("", body: "<p><a href=/syndicate>RSS feed</a></p>"),
      best: "https://example.org/syndicate"),
    PageShape(
      "a link by its label", head("", body: "<a href=/syndicate aria-label=RSS><svg></svg></a>"),
      best: "https://example.org/syndicate"),
    PageShape(
      "a blogroll", head("", body: "<a href=https://other.example/feed>RSS</a><a href=/feed.xml>RSS</a>"),
      best: "https://example.org/feed.xml", count: 2),
    PageShape(
      "declared before linked", head(link("/declared.xml"), body: "<a href=/rss>RSS</a>"),
      best: "https://example.org/declared.xml"),
    PageShape(
      "links that are no feeds",
      head(
        "",
        body:
          "<a href=#rss>RSS</a><a href=mailto:rss@example.org>RSS</a><a href=/rss.png>x</a><a href=/feed.html>Feeds</a>"
      ),
      best: nil),
    PageShape("an article about feeds", head("", body: "<a href=/what-is-rss>What is RSS?</a>"), best: nil),
    PageShape("a private address", head(link("http://127.0.0.1/feed")), best: "http://127.0.0.1/feed"),
    PageShape(
      "an invalid address", head(link("http://[x/feed") + link("ftp://example.org/feed") + link("/f")),
      best: "https://example.org/f", count: 1),
    PageShape("only scripts", head("<script src=app.js></script>", body: "<div id=app></div>"), best: nil),
    PageShape("a login form", head("", body: "<form><input type=password name=p></form>"), best: nil),
    PageShape(
      "the page itself as an alternate", head("<link rel=alternate type=\"application/json\" href=\"/\">" + link("/f")),
      best: "https://example.org/f", count: 1),
    PageShape(
      "a site map", head(link("/sitemap.xml", type: "application/xml") + link("/rss", type: "application/xml")),
      best: "https://example.org/rss", count: 1),
    PageShape("hostile titles", head(link("/f", "\u{202E}\u{1B}[31m&lt;script&gt;")), best: "https://example.org/f"),
  ]
}
