extension PageShape {
  /// The rules of the RSS Advisory Board, "RSS Autodiscovery" (2006), and what writers of pages make of them.
  static let rules: [PageShape] = [
    PageShape("one feed", head(link("https://example.org/feed.xml")), best: "https://example.org/feed.xml", count: 1),
    PageShape("no feed", head("<link rel=stylesheet href=style.css>"), best: nil, count: 0),
    PageShape("relative address", head(link("feed.xml")), best: "https://example.org/feed.xml"),
    PageShape(
      "relative to a folder", at: "https://example.org/blog/", head(link("feed.xml")),
      best: "https://example.org/blog/feed.xml"),
    PageShape(
      "from the root", at: "https://example.org/a/b", head(link("/feed.xml")), best: "https://example.org/feed.xml"),
    PageShape("without a scheme", head(link("//feeds.example.org/x")), best: "https://feeds.example.org/x"),
    PageShape(
      "a parent folder", at: "https://example.org/a/b/", head(link("../feed")), best: "https://example.org/a/feed"),
    PageShape("a query only", head(link("?feed=rss2")), best: "https://example.org/?feed=rss2"),
    PageShape(
      "a base before the link", head("<base href=\"https://cdn.example.org/x/\">" + link("feed.xml")),
      best: "https://cdn.example.org/x/feed.xml"),
    PageShape(
      "a base after the link", head(link("feed.xml") + "<base href=\"/blog/\">"),
      best: "https://example.org/blog/feed.xml"),
    PageShape(
      "the first of two bases", head("<base href='/a/'><base href='/b/'>" + link("feed.xml")),
      best: "https://example.org/a/feed.xml"),
    PageShape(
      "a base without an address", head("<base target=_blank>" + link("feed.xml")), best: "https://example.org/feed.xml"
    ),
    PageShape(
      "a base of a script", head("<base href=\"javascript:x\">" + link("f.xml")), best: "https://example.org/f.xml"),
    PageShape(
      "capital letters",
      "<HTML><HEAD><LINK REL=\"ALTERNATE\" TYPE=\"APPLICATION/RSS+XML\" HREF=\"/Feed.XML\"></HEAD></HTML>",
      best: "https://example.org/Feed.XML"),
    PageShape(
      "several relations", head("<link rel=\"home alternate\" type=\"application/rss+xml\" href=/f>"),
      best: "https://example.org/f"),
    PageShape(
      "relations on several lines", head("<link rel=\"alternate\n\tfeed\" type=\"application/rss+xml\" href=/f>"),
      best: "https://example.org/f"),
    PageShape(
      "an alternate style sheet", head("<link rel=\"alternate stylesheet\" type=\"text/xml\" href=/f.xsl>"), best: nil),
    PageShape(
      "a word that contains alternate", head("<link rel=\"alternates\" type=\"application/rss+xml\" href=/f>"),
      best: nil),
    PageShape("the relation feed without a type", head("<link rel=feed href=/f>"), best: "https://example.org/f"),
    PageShape("no relation", head("<link type=\"application/rss+xml\" href=/f>"), best: nil),
    PageShape("no address", head("<link rel=alternate type=\"application/rss+xml\">"), best: nil),
    PageShape("an empty address", head(link("")), best: nil),
    PageShape(
      "a type with parameters", head(link("/f", type: "application/rss+xml; charset=utf-8")),
      best: "https://example.org/f"),
    PageShape(
      "a type with white space", head(link("/f", type: " application/rss+xml ")), best: "https://example.org/f"),
    PageShape("Atom", head(link("/a", type: atom)), best: "https://example.org/a"),
    PageShape("JSON Feed", head(link("/f.json", type: json)), best: "https://example.org/f.json"),
    PageShape("RDF", head(link("/index.rdf", type: "application/rdf+xml")), best: "https://example.org/index.rdf"),
    PageShape("XML by its general type", head(link("/rss", type: "text/xml")), best: "https://example.org/rss"),
    PageShape(
      "references in the address", head(link("/f?a=1&amp;b=2&#38;c=3")), best: "https://example.org/f?a=1&b=2&c=3"),
    PageShape("an ampersand without a reference", head(link("/f?a=1&b=2")), best: "https://example.org/f?a=1&b=2"),
    PageShape("white space around the address", head(link("  /f \n")), best: "https://example.org/f"),
    PageShape("a space in the address", head(link("/my feed.xml")), best: "https://example.org/my%20feed.xml"),
    PageShape("letters beyond ASCII", head(link("/blög.xml")), best: "https://example.org/bl%C3%B6g.xml"),
    PageShape("the scheme feed", head(link("feed://example.org/f")), best: "http://example.org/f"),
    PageShape(
      "single quotes", head("<link rel='alternate' type='application/rss+xml' href='/f'>"),
      best: "https://example.org/f"),
    PageShape(
      "no quotes", head("<link rel=alternate type=application/rss+xml href=/f>"), best: "https://example.org/f"),
    PageShape(
      "XHTML", head("<link rel=\"alternate\" type=\"application/rss+xml\" href=\"/f\" />"),
      best: "https://example.org/f"),
    PageShape(
      "another order of attributes", head("<link href=/f type=\"application/rss+xml\" rel=alternate>"),
      best: "https://example.org/f"),
    PageShape(
      "a repeated attribute", head("<link rel=alternate type=\"application/rss+xml\" href=/f href=/g>"),
      best: "https://example.org/f"),
    PageShape(
      "a feed in a comment", head("<!-- \(link("/old")) -->" + link("/new")),
      best: "https://example.org/new", count: 1),
    PageShape(
      "a feed in a script", head("<script>document.write('\(link("/x"))')</script>" + link("/f")),
      best: "https://example.org/f", count: 1),
    PageShape("the first of two", head(link("/a.xml") + link("/b.xml")), best: "https://example.org/a.xml", count: 2),
    PageShape(
      "the same feed twice", head(link("/a") + link("https://www.example.org/a/")), best: "https://example.org/a",
      count: 1),
    PageShape("a link in the body", head("", body: link("/f")), best: "https://example.org/f"),
    PageShape("no head", "<html>" + link("/f") + "<p>x", best: "https://example.org/f"),
    PageShape("a head that is not closed", "<html><head>" + link("/f") + "<p>text", best: "https://example.org/f"),
    PageShape(
      "an HTTP header", head(""), headers: ["</f>; rel=\"alternate\"; type=\"application/rss+xml\""],
      best: "https://example.org/f", count: 1),
    PageShape(
      "an HTTP header of a text", "a robot page", headers: ["</f>; rel=alternate; type=application/atom+xml"],
      best: "https://example.org/f", count: 1),
    PageShape(
      "several HTTP links", head(""),
      headers: [
        "</wp-json/>; rel=\"https://api.w.org/\", <https://example.org/?p=1>; rel=shortlink",
        "<style.css>; rel=preload, </f>; title=\"a, b; c\"; type=\"application/atom+xml\"; rel=\"alternate\"",
      ], best: "https://example.org/f", count: 1),
    PageShape(
      "the page before its header", head(link("/page")), headers: ["</header>; rel=feed"],
      best: "https://example.org/page",
      count: 2),
  ]
}
