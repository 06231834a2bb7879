import Crypto
import Foundation
import Testing

@testable import HTMLPage

@Suite("HTML page")
struct HTMLPageTests {
  @Test("the policy allows only the script and the style of the page")
  func hashes() throws {
    for (text, hash) in [(PageStyle.text, PageStyle.hash), (PageScript.text, PageScript.hash)] {
      #expect(hash == "sha256-" + Data(SHA256.hash(data: Data(text.utf8))).base64EncodedString())
    }
    let page = try Self.page()
    #expect(page.contains("<style>\(PageStyle.text)</style>"))
    #expect(page.contains("<script>\(PageScript.text)</script>"))
    #expect(page.components(separatedBy: "<script").count == 2)
  }

  @Test(
    "titles are escaped",
    arguments: [
      ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
      ("\"\u{301} onload=x", "&quot;\u{301} onload=x"),
      ("a\u{202E}b\u{2066}c\u{0}d\u{1B}[2Je", "a\u{FFFD}b\u{FFFD}c\u{FFFD}d\u{FFFD}[2Je"),
      ("{{title}} & 'co'\n", "{{title}} &amp; &#39;co&#39; "),
    ])
  func escaping(text: String, shown: String) throws {
    let page = try Self.page(title: text)
    #expect(page.contains("<bdi>\(shown)</bdi>"))
    #expect(page.contains("<title>\(shown)</title>"))
    #expect(!page.contains(text))
  }

  @Test(
    "only http and https URLs are links",
    arguments: [
      ("https://a.example/?a=1&b=2", "href=\"https://a.example/?a=1&amp;b=2\""), ("javascript:alert(1)", nil),
      ("HTTP://a.example/\"x", "href=\"HTTP://a.example/&quot;x\""), ("data:text/html,x", nil), ("//a.example", nil),
    ])
  func links(address: String, link: String?) throws {
    let page = try Self.page(link: address)
    #expect(page.contains("rel=\"noopener") == (link != nil))
    if let link { #expect(page.contains(link)) }
  }

  @Test("bars are a table of their numbers")
  func bars() throws {
    let page = try HTMLPage(
      title: "t", lead: "l", figures: [],
      sections: [
        .init("s", charts: [.shares("Feeds", [.init("up", 3, .good), .init("down", 1, .bad), .init("new", 0)])])
      ]
    ).render()
    #expect(
      page.contains(
        """
        <tr><th scope="row"><bdi>up</bdi></th><td><svg aria-hidden="true"><rect width="75.0%" height="100%" class="good"/></svg></td>\
        <td class="number">3  (75.0 %)</td></tr>
        <tr><th scope="row"><bdi>down</bdi></th><td><svg aria-hidden="true"><rect width="25.0%" height="100%" class="bad"/></svg></td>\
        <td class="number">1  (25.0 %)</td></tr>
        <tr><th scope="row"><bdi>new</bdi></th><td><svg aria-hidden="true"><rect width="0.0%" height="100%" class="plain"/></svg></td>\
        <td class="number">0  (0.0 %)</td></tr>

        """))
  }

  @Test(
    "labels of columns stay in the drawing and do not overlap; the last column has a label", arguments: [1, 2, 5, 30])
  func labels(count: Int) throws {
    let stacks = (1...count).map { HTMLPage.Chart.Stack("2026-11-\($0 + 9)", [.init("up", $0, .good)]) }
    let page = try HTMLPage(
      title: "t", lead: "l", figures: [],
      sections: [.init("s", charts: [.stacks("Runs", unit: "feeds", stacks)])]
    ).render()
    let labels = page.matches(of: /<text x="(\d+)" y="186" class="middle">(.*)<\/text>/)
    // A digit is at most 7 units wide.
    let places = labels.compactMap { label in
      Int(label.1).map { ($0 - label.2.count * 7 / 2)...($0 + label.2.count * 7 / 2) }
    }
    #expect(places.allSatisfy { (0...400).contains($0) })
    #expect(zip(places, places.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
    #expect(labels.last?.2 == "2026-11-\(count + 9)")
    #expect(page.contains("<tr><th scope=\"row\"><bdi>2026-11-10</bdi></th><td class=\"number\">1</td></tr>"))
  }

  @Test("charts without numbers have no bars")
  func empty() throws {
    let page = try HTMLPage(
      title: "t", lead: "l", figures: [],
      sections: [.init("s", charts: [.bars("a", []), .histogram("b", unit: "feeds", [.init("0", 0)])])]
    ).render()
    #expect(page.contains("<tbody>\n</tbody>") && page.contains("height=\"0\""))
  }

  private static func page(title: String = "Title", link: String? = nil) throws -> String {
    try HTMLPage(
      title: title, lead: "lead", figures: [.init("feeds", "3", .good)],
      sections: [
        .init(
          "One", paragraphs: ["first"],
          tables: [
            .init(
              "Table", [.text("feed"), .number("n")], rows: [[.init(title, link: link), .init("1", order: 1)]],
              isSearchable: true)
          ])
      ]
    ).render()
  }
}
