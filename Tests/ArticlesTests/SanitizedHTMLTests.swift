import Articles
import Testing

@Suite("Sanitized HTML")
struct SanitizedHTMLTests {
  @Test(
    "allowed markup is kept, other markup is dropped and everything is closed",
    arguments: [
      ("plain", "plain"), ("a & b", "a &amp; b"), ("a &amp; b &lt;i&gt;", "a &amp; b &lt;i&gt;"),
      ("<p>One<p>Two", "<p>One</p><p>Two</p>"), ("<b>bold <i>both</b> rest", "<b>bold <i>both</i></b> rest"),
      ("<ul><li>1<li>2</ul>", "<ul><li>1</li><li>2</li></ul>"), ("<span class=x>in</span>line", "inline"),
      ("<a href=/x>rel</a>", "<a href=\"https://a.example/x\">rel</a>"), ("<a name=x>no</a>", "no"),
      ("<a href='HTTPS://A.example/?a=1&amp;b=2'>q</a>", "<a href=\"https://A.example/?a=1&amp;b=2\">q</a>"),
      ("<a href=mailto:a@a.example>m</a>", "<a href=\"mailto:a@a.example\">m</a>"),
      ("<a href='https://u:p@a.example/x'>secret</a>", "<a href=\"https://a.example/x\">secret</a>"),
      ("<img src=i.png alt='a \"b\"' onerror=x>", "<img alt=\"a &quot;b&quot;\" src=\"https://a.example/d/i.png\">"),
      ("<img src=https://a.example/p.gif width=1 height=1>", ""), ("<img src=data:image/png;base64,AAAA>", ""),
      ("x<script>alert(1)</script>y", "xy"), ("x<script>alert(1)", "x"), ("<style>p{}</style>s", "s"),
      ("<svg><g onload=x/></svg>t", "t"), ("<svg onload=x>open", "open"), ("<!-- c -->d", "d"),
      ("<iframe src=https://v.example/1></iframe>", "<a href=\"https://v.example/1\">https://v.example/1</a>"),
      ("<iframe src='https://v.example/1'/>x", "<a href=\"https://v.example/1\">https://v.example/1</a>x"),
      ("<td>cell</td>", "cell"), ("<table><tr><td>1<td>2</table>", "<table><tr><td>1</td><td>2</td></tr></table>"),
      ("<p>a<table><tr><td><p>b<p>c</table>d", "<p>a</p><table><tr><td><p>b</p><p>c</p></td></tr></table>d"),
      ("<form action=x><input><p>f</form>", "<p>f</p>"), ("<h1 id=x style=y>H</h1>", "<h1>H</h1>"),
      ("<q cite=javascript:x>q</q>", "<q>q</q>"),
      ("<p dir=RTL lang=he title='x\ny'>r", "<p dir=\"rtl\" lang=\"he\" title=\"x y\">r</p>"),
      ("a\u{202E}b\u{0}c", "abc"), ("1 < 2 <3", "1 &lt; 2 &lt;3"), ("&nope; &#1; &eacute;", "&amp;nope; &amp;#1; é"),
      ("<![CDATA[<b>x</b>]]>", "&lt;b&gt;x&lt;/b&gt;"),
    ])
  func markup(input: String, expected: String) {
    #expect(SanitizedHTML(input, base: "https://a.example/d/f").html == expected)
  }

  @Test(
    "the plain text has a space between blocks, decodes once and drops scripts",
    arguments: [
      ("<p>one</p><p>two</p>", "one two"), ("one<br>two", "one two"), ("a<b>b</b>c", "abc"), ("&amp;lt;", "&lt;"),
      ("<style>x</style> a\u{A0}\n b<script>y</script>", "a b"), ("<li>1</li><li>2</li>", "1 2"), ("e\u{301}", "é"),
    ])
  func text(input: String, expected: String) {
    #expect(SanitizedHTML(input).text == expected)
  }

  @Test("text without markup becomes paragraphs")
  func paragraphs() {
    #expect(SanitizedHTML(text: "a < b\nc\n\n<i>").html == "<p>a &lt; b<br>c</p><p>&lt;i&gt;</p>")
  }

  @Test("the first picture of some size is the article's")
  func picture() {
    let markup = """
      <img src=https://feeds.feedburner.com/~r/x><img src=https://a.example/s.png width=16>
      <img src=https://a.example/big.png width=640><img src=https://a.example/c.png>
      """
    #expect(SanitizedHTML(markup).picture == "https://a.example/big.png")
  }

  @Test("a limit cuts at a block, keeps characters whole and closes elements", arguments: [40, 64, 100, 1000, 5000])
  func limit(bytes: Int) {
    let block = "<div><p>" + String(repeating: "Größe 🎉 &amp; ", count: 20) + "</p></div>"
    for markup in [String(repeating: block, count: 20), String(repeating: "🎉", count: 4000)] {
      let cut = SanitizedHTML(markup, limit: bytes)
      #expect(cut.isCut && cut.html.utf8.count <= bytes && cut.html.utf8.count * 4 > bytes)
      #expect(SanitizedHTML(cut.html).html == cut.html)
      #expect(!cut.html.contains("\u{FFFD}"))
    }
  }
}
