import Notation

extension FeedDocument {
  /// Reads a body as a feed in any format, whatever its media type.
  ///
  /// - Parameters:
  ///   - contentType: the Content-Type header, of which only the charset is used.
  ///   - url: the address of the body, the base of relative links.
  package static func read(_ bytes: [UInt8], contentType: String?, url: String?) -> FeedReading {
    guard bytes.count <= FeedLimits.bytes else {
      return .malformed(reason: "larger than \(FeedLimits.bytes) bytes")
    }
    let text = DecodedText(bytes, charset: contentType.flatMap(WebEncoding.charset))
    guard let first = text.bytes.firstIndex(where: { !$0.isSpace }) else { return .empty }
    switch text.bytes[first] {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      var reader = JSONFeedReader(text, url: url)
      return reader.read(text.bytes)
    default:
      var reader = FeedReader(text, url: url)
      if let feed = reader.read() { return .feed(feed) }
      return other(text, root: reader.root, documentType: reader.documentType, url: url, original: bytes)
    }
  }

  private static func other(
    _ text: DecodedText, root: String?, documentType: Range<Int>?, url: String?, original: [UInt8]
  ) -> FeedReading {
    guard let root else {
      if documentType.map({ isHTML(text.bytes, $0) }) ?? false { return .notAFeed(WebPageReader.read(text, url: url)) }
      let isXML = text.bytes[...].trimmed.starts(with: "<?xml".utf8)
      if isXML { return .malformed(reason: "XML declaration without an element") }
      return .notAFeed(OtherDocument(kind: original.prefix(1024).contains(0) ? .binary : .text))
    }
    let isPage = documentType.map { isHTML(text.bytes, $0) } ?? WebPageReader.elements.contains(root.lowercased())
    return .notAFeed(
      isPage ? WebPageReader.read(text, url: url) : OtherDocument(kind: .xml(root: String(root.prefix(80)))))
  }

  private static func isHTML(_ bytes: [UInt8], _ documentType: Range<Int>) -> Bool {
    bytes[documentType].dropFirst(9).prefix(64).lowercasedString.contains("html")
  }
}
