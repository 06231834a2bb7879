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
    let page = try Self.page(.init("s", charts: [.bars("Feeds", [.init("up", 4, .good), .init("new", 0)])]))
    #expect(
      page.contains(
        """
        <tr><th scope="row"><bdi>up</bdi></th><td><svg aria-hidden="true">\
        <rect width="100.0%" height="100%" class="good"/></svg></td><td class="number">4</td></tr>
        <tr><th scope="row"><bdi>new</bdi></th><td><svg aria-hidden="true">\
        <rect width="0.0%" height="100%" class="plain"/></svg></td><td class="number">0</td></tr>

        """))
  }

  @Test("days with the same meaning are one line of a path, and days without a meaning have none")
  func days() throws {
    let days: [HTMLPage.Meaning?] = [nil, .good, .good, .bad, .good, nil, .warning, .faint]
    let page = try Self.page(.init("s", dayCharts: [.init("Days", days, first: "a", last: "b", "<5> up")]))
    #expect(
      page.contains(
        """
        <svg class="days" role="img" aria-label="&lt;5&gt; up" viewBox="0 0 8 10" preserveAspectRatio="none">\
        <path class="bad" d="M3 5h1"/><path class="faint" d="M7 9h1"/><path class="good" d="M1 8h2M4 8h1"/>\
        <path class="warning" d="M6 6.5h1"/></svg>
        """), "\(page)")
  }

  @Test("decisions have their command, some names, and the others behind a line that opens")
  func decisions() throws {
    let names = (0..<6).map {
      HTMLPage.Decision.Name("<n\($0)>", note: $0 == 0 ? "why" : nil, row: $0 == 1 ? "f9" : nil)
    }
    let page = try Self.page(.init("s", decisions: [.init(9, "down", .bad, names, command: "run 'x'")]))
    for text in [
      "<li class=\"bad\"><b>9</b><div><strong>down</strong>", "<li><bdi>&lt;n0&gt;</bdi> <small>why</small></li>",
      "<li><a href=\"#f9\"><bdi>&lt;n1&gt;</bdi></a></li>", "<summary>3 more</summary>", "<small>and 3 others</small>",
      "<code>run &#39;x&#39;</code>",
    ] { #expect(page.contains(text), "\(text)") }
  }

  @Test("a line has a point per day in the distance of the days, and its numbers in a table; one day has no line")
  func lines() throws {
    let days = [(number: 10, label: "ten"), (number: 11, label: "eleven"), (number: 14, label: "fourteen")]
    let page = try Self.page(.init("s", lineCharts: [.init("Feeds", days: days, [.init("down", .bad, [0, 2, 1])])]))
    #expect(page.contains("<path class=\"bad\" d=\"M0 100L250 0L1000 50\"/>"))
    #expect(page.contains("<tr><th scope=\"row\">eleven</th><td class=\"number\">2</td></tr>"))
    let one = try Self.page(.init("s", lineCharts: [.init("Feeds", days: [days[0]], [.init("down", .bad, [0])])]))
    #expect(one.contains("<path class=\"bad\" d=\"\"/>"))
  }

  @Test("each line has a color", arguments: [HTMLPage.Meaning.good, .doubtful, .warning, .bad, .plain])
  func lineColor(meaning: HTMLPage.Meaning) {
    #expect(PageStyle.text.contains(".plot .\(meaning.rawValue){stroke:"))
  }

  @Test("a row of a grouped table has its filters, evidence that opens, and no text that is markup")
  func grouped() throws {
    let row = HTMLPage.GroupedTable.Row(
      id: "f0", .init("<b>\"\u{301}", note: "a&b", link: "javascript:x"), reason: "", state: .init("down", .bad),
      bars: .init([.bad], "1 failing"), number: .init("5%"), details: [("score", "<i>")], command: "c",
      filters: ["host": "\"><script>", "category": "news"])
    let page = try Self.page(
      .init("s", groupedTables: [.init("All", columns: ["a", "b"], grouping: "cause", [.init("<dns>", [row])])]))
    for text in [
      "<div class=\"table\" data-filter=\"cause\">", "<tbody role=\"rowgroup\" data-group=\"&lt;dns&gt;\">",
      "<tr id=\"f0\" role=\"row\" data-category=\"news\" data-host=\"&quot;&gt;&lt;script&gt;\">",
      "<bdi>&lt;b&gt;&quot;\u{301}</bdi><small><bdi>a&amp;b</bdi></small></th>",
      "<summary><bdi>details</bdi></summary>",
      "<dt>score</dt><dd><bdi>&lt;i&gt;</bdi></dd>", "<td role=\"cell\" class=\"number\">5%</td>",
    ] { #expect(page.contains(text), "\(text): \(page)") }
    #expect(page.components(separatedBy: "<script").count == 2 && !page.contains("javascript:"))
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

  private static func page(_ section: HTMLPage.Section) throws -> String {
    try HTMLPage(title: "t", lead: "l", figures: [], sections: [section]).render()
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
