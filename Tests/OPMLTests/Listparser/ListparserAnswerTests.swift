import Diagnostics
import OPML
import Testing

@Suite("Answers of listparser 0.19, frozen")
struct ListparserAnswerTests {
  /// Bodies of lists of our own, and what listparser reads in them: address, title, categories.
  static let answers: [(body: String, feeds: [[String]])] = [
    (
      "<outline text='Tech'><outline text='Apple'><outline text='One' xmlUrl='https://a.example/f'/></outline></outline>",
      [["https://a.example/f", "One", "Tech/Apple"]]
    ),
    (
      "<outline type='rss' text='One' xmlUrl='https://a.example/f' category='/Tech/Apple, swift'/>",
      [["https://a.example/f", "One", "Tech/Apple", "swift"]]
    ),
    (
      "<outline text='One' xmlUrl='https://a.example/f'/><outline text='Two' xmlurl='https://b.example/f'/>",
      [["https://a.example/f", "One"], ["https://b.example/f", "Two"]]
    ),
    (
      "<outline type='rss' text='A &amp;amp; &quot;B&quot;' xmlUrl='https://a.example/f?a=1&amp;b=2'/>",
      [["https://a.example/f?a=1&b=2", "A &amp; \"B\""]]
    ),
  ]

  @Test("addresses, titles and categories are the same", arguments: answers)
  func feeds(body: String, feeds: [[String]]) throws {
    let text = "<opml version='2.0'><body>\(body)</body></opml>"
    guard case .document(let document) = OPMLParser.parse(SourceText(name: "list.opml", text: text)) else {
      Issue.record("not read: \(text)")
      return
    }
    let found = document.feeds.map { feed in
      let paths = feed.categories + (feed.folders.isEmpty ? [] : [feed.folders])
      return [feed.xmlURL, feed.title ?? ""] + paths.map { $0.joined(separator: "/") }
    }
    #expect(found == feeds)
  }
}
