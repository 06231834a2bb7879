import Testing

/// A list in one form, and the number of lines of an entry.
struct ListFixture: CustomTestStringConvertible {
  let name: String
  let text: String
  var entryLines = 1
  /// What adding a feed titled 'Bee' with a site writes, in the list with line feeds.
  let added: String

  var testDescription: String { name }
}

extension ListFixture {
  static let all = [
    ListFixture(
      name: "JSON",
      text: """
        {
          "$schema": "x", "version": 1,
          "feeds": [
            { "feedURL": "https://a.example/feed",   "title":"Ant", "tags": ["x"] },
            { "feedURL": "https://c.example/feed", "title": "Cat" },
            { "feedURL": "https://d.example/feed", "title": "Dog" }
          ]
        }

        """, added: #"    { "feedURL": "https://b.example/feed", "title": "Bee", "siteURL": "https://b.example/" },"#),
    ListFixture(
      name: "blogs.json",
      text: """
        [{"language": "en", "title": "English", "categories": [{"title": "News", "slug": "news", "sites": [
            {
                "title": "Ant",
                "author": "A",
                "site_url": "https://a.example/",
                "feed_url": "https://a.example/feed"
            },
            {
                "title": "Cat", "author": "C",
                "site_url": "https://c.example/",
                "feed_url": "https://c.example/feed"
            },
            {
                "title": "Dog", "author": "D",
                "site_url": "https://d.example/",
                "feed_url": "https://d.example/feed"
            }
        ]}]}]

        """, entryLines: 6, added: #"        "title": "Bee","#),
    ListFixture(
      name: "OPML",
      text: """
        <opml version='2.0'><!-- mine --><body>
          <outline text="Bugs">
            <!-- <outline xmlUrl="https://no.example/feed"/> -->
            <outline text='Ant' type='rss' xmlUrl='https://a.example/feed' own='1' />
            <outline text="Cat" title="Cat" xmlUrl="https://c.example/feed"></outline>
            <outline text="Dog" xmlUrl="https://d.example/feed"/> <!-- dog -->
          </outline>
        </body></opml>

        """,
      added:
        #"    <outline text="Bee" title="Bee" xmlUrl="https://b.example/feed" htmlUrl="https://b.example/"></outline>"#),
    ListFixture(
      name: "CSV",
      text: """
        title;own;feed;site
        Ant;1;https://a.example/feed;
        "Cat; tom";2;"https://c.example/feed";https://c.example/
        Dog;3;https://d.example/feed;

        """, added: #""Bee";;"https://b.example/feed";https://b.example/"#),
    ListFixture(
      name: "Markdown list",
      text: """
        # Awesome bugs

        See [the rest](https://rest.example/).

        ## Bugs
        * [Ant](https://a.example) ([RSS](https://a.example/feed)) - small
          more on ants
        * [Cat](https://c.example) ([RSS](https://c.example/feed))
        * [Dog](https://d.example) ([RSS](https://d.example/feed)) - loud

        """, entryLines: 2, added: "* [Bee](https://b.example/) ([RSS](https://b.example/feed))"),
    ListFixture(
      name: "Markdown table",
      text: """
        | Blog | About | Feed |
        |:-----|-------|------|
        | [Ant](https://a.example) | x \\| y | [RSS](https://a.example/feed) |
        | [Cat](https://c.example) |  | <https://c.example/feed> |
        | Dog | z | https://d.example/feed |

        """, added: "| [Bee](https://b.example/) |  | <https://b.example/feed> |"),
    ListFixture(
      name: "HTML list",
      text: """
        <ul>
          <!-- keep -->
          <li><a href="https://a.example/feed?x=1&amp;y=2">Ant</a> small</li>
          <li><a class="x" href='https://c.example/feed'>Cat</a></li>
          <li><a href="https://d.example/feed">Dog</a></li>
        </ul>

        """, added: "  <li><a class=\"x\" href='https://b.example/feed'>Bee</a></li>"),
    ListFixture(
      name: "plain",
      text: """
        # bugs
        https://a.example/feed Ant # small

          https://c.example/feed\tCat
        https://d.example/feed Dog

        """, added: "  https://b.example/feed\tBee"),
    ListFixture(
      name: "newsboat",
      text: """
        # bugs
        https://a.example/feed "~Ant" bugs
        "query:Unread:unread = \\"yes\\""
        https://c.example/feed "~Cat" bugs "two words"
        https://d.example/feed "~Dog" bugs

        """, added: #"https://b.example/feed "~Bee""#),
    ListFixture(
      name: "YAML",
      text: """
        # bugs
        title: Bugs
        feeds:
          # the first
          - title: Ant
            feed: https://a.example/feed # small
            own: {a: 1}
            notes: |
              - title: no
                feed: https://no.example/feed

          - {flow: 1}
          - title: 'Cat''s'
            feed: "https://c.example/feed"
            tags:
              - x
              - y
          - title: Dog
            feed: https://d.example/feed

        """, entryLines: 7, added: "  - title: 'Bee'"),
    ListFixture(
      name: "TOML",
      text: """
        # bugs
        title = "Bugs"

        [[feeds]]
        title = "Ant" # small
        feed = "https://a.example/feed"
        own = [
          "[[feeds]]",
        ]

        [[feeds]]
        title = 'Cat'
        feed = 'https://c.example/feed'

        [[feeds]]
        title = "Dog"
        feed = "https://d.example/feed"

        """, entryLines: 7, added: "title = 'Bee'"),
    ListFixture(
      name: "planet",
      text: """
        # Planet configuration
        [Planet]
        name = Planet Bugs
        link = https://planet.example/

        # the first
        [https://a.example/feed]
        name = Ant
          # of a small farm
        face = ant.png

        [https://c.example/feed]
        name = Cat
        [https://d.example/feed]
        name = Dog

        """, entryLines: 5, added: "[https://b.example/feed]"),
  ]
}
