import Catalog
import CloudKitRecords
import Diagnostics
import Scoring
import Testing

@Suite("Files of counts")
struct CountFileTests {
  private static func read(_ text: String, allowsIdentifiers: Bool = false) -> CountFile {
    read(Array(text.utf8), allowsIdentifiers: allowsIdentifiers)
  }

  private static func read(_ bytes: [UInt8], allowsIdentifiers: Bool = false) -> CountFile {
    CountFileReader.read(SourceText(name: "counts", bytes: bytes), allowsIdentifiers: allowsIdentifiers)
  }

  private static let encodings: [(bytes: [UInt8], line: Int)] = [
    (Array("feed,count\nhttps://a.example/".utf8) + [0xE9] + Array(",1\n".utf8), 2),
    ([0xFF, 0xFE] + "feed,count\n".utf16.flatMap { [UInt8($0), 0] }, 1),
    ("feed,count\n".utf16.flatMap { [UInt8($0), 0] }, 1),
  ]

  @Test("a file that is not UTF-8 is refused with the row and what to do", arguments: encodings)
  func encoding(bytes: [UInt8], line: Int) {
    let file = Self.read(bytes)
    #expect(file.isRefused && file.table.rows == 0)
    let told = file.diagnostics.map { "\($0.rule) \($0.path ?? "") \($0.help ?? "")" }
    #expect(told == ["count-encoding row at \(line) save the file as UTF-8"])
  }

  private static func figures(_ file: CountFile, _ url: String, name: String = "n") -> CountTable.Figures? {
    file.table.figures(of: FeedEntry(recordName: .init(name), title: "t", feedURL: url))?.figures
  }

  private static let forms = [
    "feedURL,count,period\nhttps://a.example/feed,12,2026-11\nhttps://b.example/feed,7,2026-11\n",
    "Feed URL;Subscribers;Window\r\nhttps://a.example/feed;12;2026-11\r\nb-name;7;2026-11\r\n",
    #"{"feed_url":"https://a.example/feed","count":12,"period":"2026-11"}"# + "\n"
      + #"{"feed":"https://b.example/feed","count":7,"period":"2026-11"}"#,
    "\u{FEFF}\n" + #"{"url":"https://a.example/feed","subscriberCount":1.2e1,"period":"2026-11"}"# + "\r\n\r\n"
      + #"{"recordName":"b-name","count":"7","period":"2026-11"}"# + "\n",
  ]

  @Test("CSV and JSON Lines say the same", arguments: forms)
  func form(text: String) {
    let file = Self.read(text)
    #expect(file.diagnostics == [])
    #expect(file.table.rows == 2)
    #expect(Self.figures(file, "http://www.a.example/feed/")?.count == 12)
    #expect(Self.figures(file, "https://b.example/feed", name: "b-name")?.count == 7)
    #expect(Self.figures(file, "https://b.example/feed", name: "b-name")?.period == "2026-11")
    #expect(Self.figures(file, "https://c.example/feed") == nil)
  }

  @Test("a feed that moved is found by its first address, which gave its record the name")
  func firstAddress() throws {
    let file = Self.read("feedURL,count\nhttps://old.example/feed,30\n")
    let name = CatalogName.feed(try FeedURL("https://old.example/feed").key).rawValue
    #expect(Self.figures(file, "https://new.example/feed", name: name)?.count == 30)
    #expect(Self.figures(file, "https://new.example/feed") == nil)
    let both = Self.read("feedURL,count\nhttps://old.example/feed,30\nhttps://new.example/feed,12\n")
    let entry = FeedEntry(recordName: .init(name), title: "t", feedURL: "https://new.example/feed")
    let found = try #require(both.table.figures(of: entry))
    #expect(found.figures.count == 42)
    #expect(both.table.orphans(besides: found.indices).isEmpty)
  }

  @Test("events are counted distinct and forgotten; who they name is nowhere in the table")
  func events() {
    let rows = (0..<300).map { "https://a.example/feed,client\($0 % 40),2026-11-21" }
    let file = Self.read("feed_url,opaque_client,date\n" + rows.joined(separator: "\n"))
    #expect(Self.figures(file, "https://a.example/feed")?.count == 40)
    #expect(file.table.repeatedEvents == 260)
    #expect(!String(reflecting: file.table).contains("client1"))
  }

  private static let identifiers = [
    ("feed,user\nhttps://a.example/f,joe@example.com", "an email address"),
    ("feed,user\nhttps://a.example/f,Joe <joe.b@mail.example.org>", "an email address"),
    ("feed,user\nhttps://a.example/f,192.168.7.12", "an IP address"),
    ("feed,user\nhttps://a.example/f,2001:db8::1", "an IP address"),
    ("feed,count,note\nhttps://a.example/f,3,::1", "an IP address"),
    ("feed,user\nhttps://a.example/f,_0123456789abcdef0123456789abcdef", "a CloudKit user record name"),
    ("feed,user\nx-_0123456789abcdef0123456789ABCDEF,1", "a CloudKit user record name"),
    (#"{"feed":"https://a.example/f","count":1,"who":{"mail":"joe@example.com"}}"#, "an email address"),
    (#"{"feed":"joe@example.com","count":1}"#, "an email address"),
    ("feed,user\nhttps://a.example/f,mailto:joe@example.com", "an email address"),
    ("feed,count,note\nhttps://a.example/f,3,of joe@example.com.", "an email address"),
    ("feed,count,query\nhttps://a.example/f,3,u=joe%40example.com", "an email address"),
    ("feed,count,joe@example.com\nhttps://a.example/f,3,1", "an email address"),
    (#"{"joe@example.com":1,"feed":"https://a.example/f","count":1}"#, "an email address"),
    (#"{"feed":"https://a.example/f","count":1,"who":[{"x":"joe\u0040example.com"}]}"#, "an email address"),
  ]

  @Test("what a person can be found by is refused, and not repeated", arguments: identifiers.indices)
  func refusal(index: Int) {
    let (text, what) = Self.identifiers[index]
    let file = Self.read(text)
    #expect(file.isRefused)
    #expect(file.diagnostics.map(\.rule) == ["identifier"])
    #expect(file.diagnostics[0].message.hasSuffix(what))
    let told = String(reflecting: file.diagnostics) + String(reflecting: file.table)
    for secret in ["joe", "192.168", "2001", "0123456789"] { #expect(!told.contains(secret)) }
    #expect(!Self.read(text, allowsIdentifiers: true).isRefused)
  }

  @Test(
    "addresses of feeds, dates, versions and numbers are nobody's",
    arguments: [
      "feed,count,date\nhttps://user:pw@10.0.0.1/feed,3,2026-11-21T10:00:00Z",
      "feed,count,note\nhttps://a.example/f,3.0,10:30:00", "feed,count,note\nhttps://a.example/f,3,1.2.3",
      "feed,count,note\nhttps://a.example/f,3,some_name_0123456789 @home a@b",
      "feed,count,note\nhttps://a.example/f,3,v1.2.3.4 1.2.3.4rc1 1.2.3.4.5 00:11:22:33:44:55 Net::b 100%",
      "feed,user\nhttps://a.example/f,0123456789abcdef0123456789abcdef",
      "feed,user\nhttps://a.example/f,_0123456789abcdef0123456789abcde",
    ])
  func harmless(text: String) {
    let file = Self.read(text)
    #expect(!file.isRefused)
    #expect(file.table.rows == 1)
  }

  @Test("identifiers that are allowed are told apart, and nothing of them stays")
  func allowed() {
    let file = Self.read(
      "feed,user\nhttps://a.example/f,joe@example.com\nhttps://a.example/f,joe@example.com\nhttps://a.example/f,ann@x.io",
      allowsIdentifiers: true)
    #expect(Self.figures(file, "https://a.example/f")?.count == 2)
    #expect(!String(reflecting: file.table).contains("joe"))
  }

  @Test("rows that cannot be are left out, each with its reason")
  func mistakes() {
    let file = Self.read(
      """
      feed,count,period,averageRating,ratingCount
      https://a.example/f,-1,,,
      https://a.example/f,1.5,,,
      https://a.example/f,NaN,,,
      https://a.example/f,many,,,
      https://a.example/f,10000000001,,,
      ,3,,,
      https://b.example/f,,,,
      https://c.example/f,3,a period,,
      https://d.example/f,,,7,3
      https://e.example/f,,,4.5,-3
      https://f.example/f,2,2026-11,,
      https://f.example/f,9,2026-11,,
      https://f.example/f,1,2026-10,,
      """)
    #expect(
      file.skipped == [
        "count-number": 5, "count-range": 1, "count-feed": 1, "count-missing": 3, "count-period": 1,
        "rating-range": 1, "count-repeated": 1,
      ])
    #expect(Self.figures(file, "https://a.example/f")?.count == 10_000_000_000)
    // Of one period the last stands, and of two the later.
    #expect(Self.figures(file, "https://f.example/f")?.count == 9)
    #expect(file.diagnostics.allSatisfy { $0.range == nil && !$0.message.contains("example") })
  }

  @Test(
    "a mistake names its row in every format",
    arguments: [
      "feed,count\nhttps://a.example/f,1\nhttps://b.example/f,-1\n",
      #"{"feed":"https://a.example/f","count":1}"# + "\n\n" + #"{"feed":"https://b.example/f","count":-1}"#,
    ])
  func places(text: String) {
    #expect(Self.read(text).diagnostics.last?.path == "row at 3")
  }

  @Test(
    "what is no file of counts is refused",
    arguments: [
      ("", "empty-file"), ("a,b\n1,2\n", "count-header"), ("\n\n", "empty-file"), ("[1", "count-json"),
      ("{\"x\":", "count-json"), ("{\n\"feed\": 1}", "count-json"), (#"{"period":"1","counts":[]}"#, "count-json"),
    ])
  func refused(text: String, rule: String) {
    let file = Self.read(text)
    #expect(file.isRefused)
    #expect(file.diagnostics.map(\.rule) == [rule])
  }

  @Test("feeds the catalog does not have are shown by their hosts, never by what an address may hold")
  func strangers() {
    let file = Self.read(
      "feed,count\nhttps://me:pw@s.example/f?token=abc,7\nrecord-1,5\nfree text with words,1\n")
    #expect(
      file.table.orphans(besides: []).map { "\($0.feed) \($0.subscriptions)" } == [
        "s.example 7", "record-1 5", "(not shown) 1",
      ])
  }
}
