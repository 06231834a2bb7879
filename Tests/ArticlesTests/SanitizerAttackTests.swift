import Articles
import TestEnvironment
import Testing

@Suite("Sanitizing hostile HTML")
struct SanitizerAttackTests {
  /// Ways to run a script, from OWASP's XSS Filter Evasion Cheat Sheet, the HTML5 Security Cheatsheet, the tests of
  /// feedparser and of DOMPurify, read 2026-11.
  static let attacks = [
    "<script>alert(1)</script>", "<SCRIPT SRC=http://evil.example/x.js></SCRIPT>", "<scr<script>ipt>alert(1)</script>",
    "<<script>alert(1);//<</script>", "<script/xss src=x></script>", "<script\u{0}>alert(1)</script>", "<script",
    "<img src=x onerror=alert(1)>", "<img/src=x/onerror=alert(1)>", "<img src='x'onerror='alert(1)'>",
    "<img \"\"\"><script>alert(1)</script>\">", "<img src=javascript:alert(1)>", "<img src=JaVaScRiPt:alert(1)>",
    "<img src=\"jav\tascript:alert(1)\">", "<img src=\"jav&#x0A;ascript:alert(1)\">",
    "<img src=\" &#14; javascript:x\">",
    "<img src=&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;x>", "<img src=`javascript:alert(1)`>",
    "<img src=&#0000106&#0000097&#0000118&#0000097>", "<a href=\"javascript:alert(1)\">x</a>",
    "<a href=\"java\nscript:alert(1)\">x</a>", "<a href=\"\u{1}javascript:alert(1)\">x</a>",
    "<a href=\"vbscript:x\">x</a>", "<a href=\"data:text/html;base64,PHNjcmlwdD4=\">x</a>",
    "<a href=\"feed:javascript:alert(1)\">x</a>", "<a href=\"//evil.example\" onclick=x>x</a>",
    "<a onmouseover=alert(1)>x</a>", "<a href='http://a.example/\" onclick=\"x'>x</a>", "<body onload=alert(1)>",
    "<iframe src=javascript:alert(1)></iframe>", "<iframe srcdoc='<script>x</script>'></iframe>",
    "<object data=javascript:x></object>", "<embed src=x.swf>", "<svg/onload=alert(1)>",
    "<svg><script>x</script></svg>",
    "<svg><style><img src=x onerror=alert(1)></style>",
    "<math><mtext><table><mglyph><style><!--</style><img onerror=x>",
    "<math href=javascript:x>x</math>", "<form action=javascript:x><input type=submit>",
    "<button formaction=javascript:x>",
    "<isindex action=javascript:x>", "<base href=javascript:x//>", "<link rel=stylesheet href=javascript:x>",
    "<meta http-equiv=refresh content='0;url=javascript:x'>", "<style>@import 'javascript:x'</style>",
    "<div style=\"background:url(javascript:x)\">", "<p style='width:expression(alert(1))'>",
    "<xss style=behavior:url(x)>",
    "<table background=javascript:x>", "<td background=javascript:x>", "<bgsound src=javascript:x>",
    "<video><source onerror=alert(1)></video>", "<audio src=x onerror=alert(1)>", "<details open ontoggle=alert(1)>",
    "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">",
    "<textarea><img title=\"</textarea><img onerror=x>\">",
    "<title><img title=\"</title><script>x</script>\"></title>", "<!--><img src=x onerror=x>-->",
    "<!--[if IE]><script>x</script>",
    "<![CDATA[<script>alert(1)</script>]]>", "<?xml-stylesheet href=javascript:x?>",
    "<p title='\"><script>x</script>'>",
    "<p title=\"&quot;><script>x</script>\">", "<template><script>x</script></template>",
    "<xmp><p title=\"</xmp><script>x\">",
    "<marquee onstart=alert(1)>", "<select><option onclick=x>", "<keygen autofocus onfocus=x>", "<plaintext><script>x",
    "&lt;script&gt;alert(1)&lt;/script&gt;", "&amp;lt;script&amp;gt;", "\u{FEFF}<script>x</script>",
    "<a href=x\u{202E}>",
    "<a href='javascript&colon;alert(1)'>x</a>", "<a href='javascript&#58alert(1)'>x</a>", "<p/onclick=alert(1)>",
    "<img srcset='javascript:x'>", "<a ping=javascript:x href=http://a.example/>", "<div/style=x onclick\n=\nalert(1)>",
    "<p ONCLICK=x>", "<ſcript>alert(1)</ſcript>", "<ıframe src=javascript:x>", "<a xlink:href=javascript:x>x</a>",
  ]

  @Test("nothing that runs is left, by itself and inside other markup", arguments: attacks)
  func attack(_ attack: String) throws {
    for markup in [
      attack, "<p>a" + attack + "b</p>", "<table><tr><td title='" + attack + "'>" + attack, attack + attack,
    ] {
      try Self.check(SanitizedHTML(markup, base: "https://a.example/").html)
    }
  }

  @Test("damaged and combined markup is safe, and sanitizing again changes nothing")
  func fuzz() throws {
    var generator = SeededGenerator(seed: 16)
    let parts =
      Self.attacks + [
        "<p>", "</p>", "<div>", "</div>", "<table>", "<tr>", "<td>", "</table>", "<li>", "<ul>", "</ul>",
        "<a href=http://b>",
        "</a>", "<b>", "</b>", "text", "&amp;", "&", "<", ">", "\"", "'", "&#60;", "<br>", "é", "🎉", "]]>", "<dl><dt>",
        "<caption>",
      ]
    for _ in 0..<Damage.iterations(3000) {
      var markup: [UInt8] = []
      for _ in 0..<Int.random(in: 1...12, using: &generator) {
        markup += (parts.randomElement(using: &generator) ?? "").utf8
      }
      for _ in 0..<Int.random(in: 0...4, using: &generator) where !markup.isEmpty {
        let place = Int.random(in: 0..<markup.count, using: &generator)
        if Bool.random(using: &generator) {
          markup.remove(at: place)
        } else {
          markup.insert("<>\"'/= &;ax\u{0}".utf8.randomElement(using: &generator) ?? 0, at: place)
        }
      }
      try Self.check(SanitizedHTML(String(decoding: markup, as: UTF8.self), base: "https://a.example/").html)
    }
  }

  @Test("the time grows with the length only")
  func growth() throws {
    for unit in [
      "<b>", "</b>", "<svg>", "<p><a href=x>", "<table><tr><td>", "&", "<script>x</script", "<!--", "<a href='",
    ] {
      let isLinear = TimeGrowth.isLinear(upTo: 80_000) { size in
        _ = SanitizedHTML(String(repeating: unit, count: size / unit.utf8.count))
      }
      #expect(isLinear, "\(unit)")
    }
  }

  /// Checks markup with an independent reading of its tags: allowed elements, allowed attributes, web addresses only.
  static func check(_ html: String) throws {
    #expect(SanitizedHTML(html, base: "https://a.example/").html == html)
    let allowed: Set<String> = [
      "href", "src", "alt", "title", "width", "height", "datetime", "cite", "lang", "dir",
    ]
    // A pattern is compiled where its code runs.
    let shape = /\/?[a-z][a-z0-9]*( [a-z]+="[^"<>]*")*/
    let attribute = /([a-z]+)="([^"]*)"/
    var rest = html[...]
    while let start = rest.firstIndex(of: "<") {
      let end = try #require(rest[start...].firstIndex(of: ">"), "\(html)")
      let tag = rest[rest.index(after: start)..<end]
      try #require(tag.wholeMatch(of: shape) != nil, "<\(tag)> in \(html)")
      let name = tag.trimmingPrefix("/").prefix { $0 != " " }
      let forbidden = ["script", "style", "iframe", "svg", "math", "object", "form", "template", "noscript"]
      #expect(!forbidden.contains(String(name)), "\(html)")
      for match in tag.matches(of: attribute) {
        #expect(allowed.contains(String(match.1)), "\(html)")
        guard ["href", "src", "cite"].contains(match.1) else { continue }
        let value = String(match.2).lowercased()
        #expect(["http://", "https://", "mailto:"].contains { value.hasPrefix($0) }, "\(html)")
      }
      rest = rest[rest.index(after: end)...]
    }
  }
}
