/// Generated feeds, similar to those of large blogs and podcasts and identical in every run.
enum GeneratedFeedText {
  private static let paragraph =
    "Notes on what changed this week, with a <a href=\"/archive\">link</a>, some <em>emphasis</em> and fish &amp; chips."

  /// Returns RSS 2.0 in the style of WordPress, with about 1.5 KB per item.
  static func rss(items: Int) -> String {
    let escaped = paragraph.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    let body = String(repeating: "<p>\(paragraph)</p>\n", count: 5)
    let text = (0..<items).map { index in
      """
      <item><title>Post \(index) &#8211; it&#8217;s here</title><link>https://example.com/\(index)/</link>
      <dc:creator><![CDATA[Ada]]></dc:creator><pubDate>Mon, \(1 + index % 28) Jan 2024 10:00:00 +0000</pubDate>
      <category><![CDATA[Swift]]></category><category><![CDATA[Feeds]]></category>
      <guid isPermaLink="false">https://example.com/?p=\(index)</guid><description>\(escaped)</description>
      <content:encoded><![CDATA[\(body)]]></content:encoded>
      <enclosure url="https://example.com/\(index).mp3" length="1234" type="audio/mpeg"/></item>

      """
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"
      xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>Generated</title>
      <link>https://example.com/</link><description>For measuring</description>
      \(text.joined())</channel></rss>
      """
  }

  /// Returns Atom 1.0 with XHTML content.
  static func atom(items: Int) -> String {
    let body = String(repeating: "<p>\(paragraph)</p>\n", count: 6)
    let text = (0..<items).map { index in
      """
      <entry><id>tag:example.com,2024:\(index)</id><title>Post \(index)</title>
      <link rel="alternate" type="text/html" href="/\(index)/"/><updated>2024-01-\(10 + index % 18)T10:00:00Z</updated>
      <author><name>Ada</name></author><category term="Swift"/>
      <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">\(body)</div></content></entry>

      """
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://example.com/">
      <title>Generated</title><link href="/"/><updated>2024-01-01T10:00:00Z</updated>
      \(text.joined())</feed>
      """
  }
}
