/// The attributes of a start tag that mean something in feeds.
struct FeedAttributes: Equatable {
  var href: String?
  var rel: String?
  var type: String?
  var mode: String?
  var length: String?
  var url: String?
  var about: String?
  var term: String?
  var label: String?
  var version: String?
  var isPermanentLink = true
  var lastModified: String?
  var base: String?
  var language: String?

  /// The names that `set` knows.
  static let names: Set<String> = [
    "href", "rel", "type", "mode", "length", "filesize", "url", "rdf:about", "about", "term", "label", "version",
    "ispermalink", "lastmod", "base", "xml:base", "xml:lang",
  ]

  mutating func set(_ name: String, _ value: String) {
    switch name {
    case "href": href = value
    case "rel": rel = value.lowercased()
    case "type": type = value
    case "mode": mode = value.lowercased()
    case "length", "filesize": length = value
    case "url": url = value
    case "rdf:about", "about": about = value
    case "term": term = value
    case "label": label = value
    case "version": version = value
    case "ispermalink": isPermanentLink = value.lowercased() != "false"
    case "lastmod": lastModified = value
    case "base", "xml:base": base = value
    case "xml:lang": language = value
    default: break
    }
  }
}
