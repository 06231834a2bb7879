import Testing

@testable import Discovery

@Suite("A feed that an issue form proposes")
struct FeedSubmissionTests {
  private static func body(_ fields: [(String, String)]) -> String {
    fields.map { "### \($0.0)\r\n\r\n\($0.1)\r\n" }.joined(separator: "\r\n")
  }

  @Test("the address, title and category are read from their fields")
  func fields() {
    let form = FeedSubmission(
      Self.body([
        ("Title of the blog", "  My   Blog "), ("Address of the site or feed", "My blog: <https://Example.org/blog>."),
        ("Category", "Web Development"), ("Why should we list it?", "_No response_"),
      ]))
    #expect(form.refusal == nil && form.address == "https://example.org/blog")
    #expect(form.title == "My Blog" && form.category == "web-development")
  }

  @Test(
    "a form that cannot be used is refused with a reason",
    arguments: [
      ("", "the form has no address; write the address of the site or feed, such as https://example.org"),
      (
        body([("Site", "_No response_")]),
        "the form has no address; write the address of the site or feed, such as https://example.org"
      ),
      (body([("Site", "my blog")]), "'my blog' is not an address; write one such as https://example.org"),
      (
        body([("Site", "https://a.example and https://b.example")]),
        "the form has several addresses; open an issue for each site"
      ),
      (
        body([("Site", "https://u:p@a.example")]),
        "the address has a user name or password, which everyone could read in the list"
      ),
      (
        body([("Site", "javascript:alert(1).x")]),
        "'javascript:alert(1).x' is not an address; write one such as https://example.org"
      ),
    ])
  func refused(body: String, reason: String) {
    #expect(FeedSubmission(body).refusal == reason)
  }

  @Test(
    "a branch has a name of letters, digits and hyphens",
    arguments: [
      ("https://www.example.org/feed.xml", "add-feed/example-org-feed-xml"),
      ("https://example.org/$(id);`x`", "add-feed/example-org-id-60x-60"),
      (
        "https://example.org/" + String(repeating: "a", count: 200),
        "add-feed/example-org-" + String(repeating: "a", count: 48)
      ),
      ("https://bücher.example/../x", "add-feed/xn-bcher-kva-example-x"), ("", "add-feed/entry"),
    ])
  func branch(address: String, name: String) {
    #expect(FeedSubmission.branch(for: address) == name)
  }
}
