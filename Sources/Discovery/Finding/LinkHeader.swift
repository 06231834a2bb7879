import Notation
import Syndication

/// The `Link` headers of an HTTP answer (RFC 8288).
enum LinkHeader {
  static func feeds(in headers: [String], base: String) -> [WebPage.Link] {
    headers.flatMap(links).compactMap { link in
      let relations = (link.parameters["rel"] ?? "").lowercased().split(separator: " ")
      let type = link.parameters["type"]?.lowercased().prefix { $0 != ";" }
      let isFeed = type.map { $0.hasSuffix("rss+xml") || $0.hasSuffix("atom+xml") || $0 == "application/feed+json" }
      guard relations.contains("alternate") && isFeed == true || relations.contains("feed") && isFeed != false else {
        return nil
      }
      return WebPage.Link(
        .declared, URLReference.resolve(link.target, base: base), type: type.map(String.init),
        title: link.parameters["title"], language: link.parameters["hreflang"])
    }
  }

  /// Splits a header into its targets and their parameters. A comma or semicolon in quotes belongs to its value.
  private static func links(_ header: String) -> [(target: String, parameters: [String: String])] {
    var links: [(target: String, parameters: [String: String])] = []
    var rest = header[...]
    while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
      let target = String(rest[rest.index(after: open)..<close])
      rest = rest[rest.index(after: close)...]
      var parameters: [String: String] = [:]
      var isQuoted = false
      let end = rest.firstIndex { character in
        if character == "\"" { isQuoted.toggle() }
        return character == "," && !isQuoted
      }
      var isInValue = false
      let parts = rest[..<(end ?? rest.endIndex)].split { character in
        if character == "\"" { isInValue.toggle() }
        return character == ";" && !isInValue
      }
      for part in parts {
        let pair = part.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters }
        guard pair.count == 2 else { continue }
        let name = pair[0].lowercased()
        if parameters[name] == nil { parameters[name] = pair[1].filter { $0 != "\"" } }
      }
      links.append((target, parameters))
      rest = end.map { rest[rest.index(after: $0)...] } ?? ""
    }
    return links
  }
}

extension Substring {
  fileprivate var trimmingCharacters: String { String(decoding: Array(utf8)[...].trimmed, as: UTF8.self) }
}
