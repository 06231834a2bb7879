import Crypto
import Diagnostics
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
    // Only the first cell names its row.
    #expect(page.components(separatedBy: "<th scope=\"row\"").count == 2 && page.contains("<td class=\"number"))
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
        <tr><th scope="row"><bdi>up</bdi></th><td><svg aria-hidden="true">\
        <rect x="0.0%" width="75.0%" height="100%" class="good"><title>up: 3</title></rect></svg></td>\
        <td class="number">3  (75.0%)</td></tr>
        <tr><th scope="row"><bdi>down</bdi></th><td><svg aria-hidden="true">\
        <rect x="0.0%" width="25.0%" height="100%" class="bad"><title>down: 1</title></rect></svg></td>\
        <td class="number">1  (25.0%)</td></tr>
        <tr><th scope="row"><bdi>new</bdi></th><td><svg aria-hidden="true">\
        <rect x="0.0%" width="0.0%" height="100%" class="plain"><title>new: 0</title></rect></svg></td>\
        <td class="number">0  (0.0%)</td></tr>

        """))
  }

  @Test("stacks have their numbers, and their whole labels beside them")
  func stacks() throws {
    let stacks = [(1, 3), (2, 6)].map {
      HTMLPage.Chart.Stack("2026-11-1\($0)", [.init("up", $0, .good), .init("down", $1)])
    }
    let page = try HTMLPage(
      title: "t", lead: "l", figures: [], sections: [.init("s", charts: [.stacks("Runs", stacks)])]
    ).render()
    #expect(
      page.contains(
        """
        <tr><th scope="row"><bdi>2026-11-11</bdi></th><td><svg aria-hidden="true">\
        <rect x="0.0%" width="12.5%" height="100%" class="good"><title>up: 1</title></rect>\
        <rect x="12.5%" width="37.5%" height="100%" class="plain"><title>down: 3</title></rect></svg></td>\
        <td class="number">1 / 3</td></tr>

        """))
  }

  @Test("arrows of a drawing do not share a lane where they overlap, and names are escaped and shortened")
  func drawing() throws {
    let long = "<\(String(repeating: "a", count: 40))>"
    let page = try HTMLPage(
      title: "t", lead: "l", figures: [],
      sections: [
        .init(
          "s",
          drawings: [
            .init("References", [.init("A", [.init("b", to: 1), .init("c", to: 2)]), .init("B", []), .init(long, [])])
          ])
      ]
    ).render()
    #expect(page.contains("class=\"drawn\""))
    #expect(page.contains("<svg role=\"img\" aria-labelledby=\"s0d0\" width=\"263\" height=\"150\""), "\(page)")
    #expect(
      page.contains(#"<path class="arrow" d="M232 35H247V95H234"/><path class="head" d="M240 91L233 95L240 99"/>"#))
    #expect(page.contains(#"<path class="arrow" d="M232 55H256V135H234"/>"#))
    #expect(page.contains("aaaaaaa…<title>&lt;aaaaa") && !page.contains("<aaa"))
  }

  @Test("a chart without numbers has no bars")
  func empty() throws {
    let page = try HTMLPage(
      title: "t", lead: "l", figures: [], sections: [.init("s", charts: [.bars("a", []), .bars("b", [.init("0", 0)])])]
    ).render()
    #expect(page.contains("<tbody>\n</tbody>") && page.contains("width=\"0.0%\""))
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
