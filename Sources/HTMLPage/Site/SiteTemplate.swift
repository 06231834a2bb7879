import Mustache

/// The template of a site's pages. A page is written in parts, so that a page of thousands of feeds needs little
/// memory.
package struct SiteTemplate: Sendable {
  /// The text of the file `site.css`.
  package static var style: String { PageStyle.text + "\n" + SiteStyle.text + "\n" }
  /// The text of the file `site.js`.
  package static var script: String { SiteScript.text + "\n" }

  private let head, group, entry, row, foot: MustacheTemplate

  package init() throws {
    head = try PageTemplate.parsed(Self.headText)
    group = try PageTemplate.parsed(Self.groupText)
    entry = try PageTemplate.parsed(Self.entryText)
    row = try PageTemplate.parsed(Self.rowText)
    foot = try PageTemplate.parsed(Self.footText)
  }

  /// Returns a page up to its feeds.
  package func head(_ page: SitePage) -> String { head.render(page.context) }

  /// Returns the beginning of a list of rows, with a link to the page of their entries.
  package func rows(_ link: SitePage.Link, id: String, count: Int) -> String {
    group.render(
      ["name": link.title, "address": link.address, "id": id, "count": count, "isList": true] as [String: Any])
  }

  /// The beginning of a list of entries.
  package var entries: String { group.render(["isList": false]) }

  package func entry(_ feed: SiteFeed) -> String { entry.render(feed.context(page: "")) }

  /// Returns a feed as a row of the list of all feeds.
  package func row(_ feed: SiteFeed, of page: String) -> String { row.render(feed.context(page: page)) }

  /// The end of a list of rows or entries.
  package let groupEnd = "</ul>\n</section>\n"

  package func foot(root: String, program: String) -> String { foot.render(["root": root, "program": program]) }

  private static let headText = """
    \(PageTemplate.head)
    <link rel="stylesheet" href="{{root}}site.css">
    <link rel="alternate" type="application/atom+xml" title="New feeds" href="{{root}}new.atom">
    <script src="{{root}}site.js" defer></script>
    </head>
    <body class="site">
    <a class="skip" href="#feeds">Skip to the feeds</a>
    <header>
    {{#hasPath}}
    <nav aria-label="Path">{{#path}}<a href="{{address}}"><bdi>{{name}}</bdi></a> <span aria-hidden="true">›</span> {{/path}}</nav>
    {{/hasPath}}
    <h1><bdi>{{heading}}</bdi></h1>
    {{#about}}
    <p><bdi>{{.}}</bdi></p>
    {{/about}}
    <p>{{lead}}</p>
    <p class="documents"><a href="{{opml}}" download>OPML of these feeds</a> <a href="{{root}}new.atom">Atom feed of new feeds</a></p>
    </header>
    <main>
    <div id="search"></div>
    {{#sections}}
    <section aria-labelledby="{{id}}" data-overview>
    <h2 id="{{id}}">{{name}}</h2>
    <ul class="cards">
    {{#cards}}
    <li><a href="{{address}}"><bdi>{{name}}</bdi></a> <span>{{note}}{{#documents}} · \
    <a href="{{.}}" download aria-label="OPML of {{name}}">OPML</a>{{/documents}}</span>\
    {{#texts}}<p><bdi>{{.}}</bdi></p>{{/texts}}</li>
    {{/cards}}
    </ul>
    </section>
    {{/sections}}
    <div id="feeds" tabindex="-1">

    """

  private static let groupText = """
    {{#isList}}
    <section data-group="{{name}}" aria-labelledby="{{id}}">
    <h2 id="{{id}}"><a href="{{address}}"><bdi>{{name}}</bdi></a> <span>{{count}}</span></h2>
    <ul class="rows">
    {{/isList}}
    {{^isList}}
    <section data-group="" aria-label="Feeds">
    <ul class="entries">
    {{/isList}}

    """

  private static let entryText = """
    <li id="{{id}}" data-health="{{health}}"{{#languages}} data-language="{{.}}"{{/languages}}>\
    <span class="mark {{tone}}" aria-hidden="true">{{mark}}</span>\
    <div><h2>{{#links}}<a href="{{.}}">{{/links}}<bdi{{#foreign}} lang="{{.}}"{{/foreign}}>{{name}}</bdi>\
    {{#links}}</a>{{/links}}</h2>\
    {{#texts}}<p><bdi{{#foreign}} lang="{{.}}"{{/foreign}}>{{.}}</bdi></p>{{/texts}}\
    <p class="facts"><span class="{{meaning}}">{{health}}</span>{{#facts}} · {{.}}{{/facts}}\
    {{#languages}} · <span data-code="{{.}}">{{.}}</span>{{/languages}}</p>\
    <p class="address"><a href="{{feed}}">{{address}}</a></p>\
    {{#hasArticles}}<ul>{{#articles}}<li>{{#targets}}<a href="{{.}}">{{/targets}}\
    <bdi{{#foreign}} lang="{{.}}"{{/foreign}}>{{headline}}</bdi>{{#targets}}</a>{{/targets}}\
    {{#dates}} <time>{{.}}</time>{{/dates}}</li>{{/articles}}</ul>{{/hasArticles}}</div></li>

    """

  private static let rowText = """
    <li data-health="{{health}}"{{#languages}} data-language="{{.}}"{{/languages}}><a href="{{page}}#{{id}}">\
    <bdi{{#foreign}} lang="{{.}}"{{/foreign}}>{{name}}</bdi></a>{{#isUnhealthy}} <span class="{{meaning}}">{{health}}</span>{{/isUnhealthy}}\
    {{#texts}} <small><bdi>{{.}}</bdi></small>{{/texts}}</li>

    """

  private static let footText = """
    </div>
    </main>
    <footer><p>Created by {{program}}</p></footer>
    </body>
    </html>

    """
}
