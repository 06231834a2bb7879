import FeedFetching
import FeedHealth
import TestEnvironment
import Testing

@Suite("robots.txt")
struct RobotsFileTests {
  private func refusal(_ file: String, _ path: String) -> String? {
    RobotsFile(Array(file.utf8), for: "celestra-admin").refusal(of: path)
  }

  @Test(
    "rules apply as in RFC 9309",
    arguments: [
      // no rules, or none for this program
      ("", "/feed", nil), ("User-agent: other\nDisallow: /", "/feed", nil), ("Disallow: /", "/feed", nil),
      // the rules for all programs, and own rules instead of them
      ("User-agent: *\nDisallow: /", "/feed", "/"), ("user-AGENT : *\r\nDISALLOW:/feed", "/feed.xml", "/feed"),
      ("User-agent: *\nDisallow: /\n\nUser-agent: celestra-admin\nAllow: /", "/feed", nil),
      ("User-agent: Celestra-Admin/1.0\nDisallow: /feed\nUser-agent: *\nAllow: /", "/feed", "/feed"),
      ("User-agent: a\nUser-agent: *\nDisallow: /x", "/x", "/x"),
      ("User-agent: *\nDisallow: /x\nUser-agent: a\nDisallow: /y", "/y", nil),
      // groups of the same program are merged
      ("User-agent: celestra-admin\nDisallow: /a\n\nUser-agent: celestra-admin\nDisallow: /b", "/b", "/b"),
      // the longest rule wins; of two equally long rules, `allow` wins
      ("User-agent: *\nDisallow: /\nAllow: /feed", "/feed", nil),
      ("User-agent: *\nAllow: /p\nDisallow: /page", "/page", "/page"),
      ("User-agent: *\nDisallow: /page\nAllow: /page", "/page", nil),
      // patterns
      ("User-agent: *\nDisallow: /*.xml$", "/a/feed.xml", "/*.xml$"),
      ("User-agent: *\nDisallow: /*.xml$", "/feed.xml?a", nil),
      ("User-agent: *\nDisallow: /a*.gif$", "/a.gif", "/a*.gif$"),
      ("User-agent: *\nDisallow: /a*b*c", "/abc", "/a*b*c"),
      ("User-agent: *\nDisallow: /a*a$", "/a", nil),
      ("User-agent: *\nDisallow: /a*b*c", "/a1b2c3", "/a*b*c"), ("User-agent: *\nDisallow: /a*b*c", "/a1c2b", nil),
      ("User-agent: *\nDisallow: /$", "/", "/$"), ("User-agent: *\nDisallow: /$", "/feed", nil),
      // escapes, empty rules, comments, a byte order mark, the file itself
      ("User-agent: *\nDisallow: /%66eed", "/feed", "/feed"), ("User-agent: *\nDisallow: /ü", "/%C3%BC", "/%C3%BC"),
      ("User-agent: *\nDisallow:", "/feed", nil), ("User-agent: * # all\nDisallow: /f # no\n", "/feed", "/f"),
      ("\u{FEFF}User-agent: *\nDisallow: /", "/feed", "/"), ("User-agent: *\nDisallow: /", "/robots.txt", nil),
      // unknown lines are ignored and do not end a group
      ("User-agent: *\nCrawl-delay: 5\nSitemap: /s\nDisallow: /f", "/feed", "/f"),
      ("<html>Disallow: /</html>", "/f", nil),
    ] as [(String, String, String?)])
  func rules(file: String, path: String, expected: String?) {
    #expect(refusal(file, path) == expected)
  }

  @Test("of a large file, the first 500 KB apply, without a rule that is cut off")
  func large() {
    let comments = String(repeating: "#\n", count: RobotsFile.sizeLimit / 2 - 20)
    let file = "User-agent: *\nDisallow: /a\n\(comments)Disallow: /private\n"
    #expect(file.utf8.count > RobotsFile.sizeLimit)
    #expect(refusal(file, "/a") == "/a" && refusal(file, "/p") == nil && refusal(file, "/private") == nil)
  }

  @Test("a pattern of many stars is matched in linear time")
  func stars() {
    let isLinear = TimeGrowth.isLinear(upTo: 2500) { count in
      let pattern = String(repeating: "*a", count: count)
      let path = "/" + String(repeating: "a", count: count * 4 / 5) + "b"
      #expect(refusal("User-agent: *\nDisallow: /\(pattern)b$", path) == nil)
    }
    #expect(isLinear)
  }
}
