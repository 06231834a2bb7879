import FeedProbes
import Foundation

/// The parts of a URL that fetching requires.
struct WebAddress: Sendable {
  /// The URL to request, without user information and fragment.
  let url: String
  /// The host in lowercase, without brackets.
  let host: String
  /// The port.
  let port: Int
  /// Whether the scheme is `https`.
  let isSecure: Bool
  /// The path and query.
  let path: String
  /// The value of the `Authorization` header, from the URL's user information.
  private(set) var authorization: String?

  /// The scheme, host and port that share one robots.txt.
  var origin: String { "\(isSecure ? "https" : "http")://\(host):\(port)" }

  /// Creates an address from a URL.
  /// - Throws: `.url` if it is not a valid web URL.
  init(_ text: String) throws(FetchFailure) {
    guard var parts = URLComponents(string: text) else { throw .url(reason: "its URL is invalid") }
    let scheme = parts.scheme?.lowercased()
    guard let scheme, scheme == "http" || scheme == "https" else {
      throw .url(reason: "'\(scheme ?? ""):' is not http or https")
    }
    guard let host = parts.encodedHost, !host.isEmpty else { throw .url(reason: "its URL has no host") }
    isSecure = scheme == "https"
    self.host = host.lowercased().trimmingCharacters(in: ["[", "]"])
    guard !self.host.contains("%") else { throw .url(reason: "its URL has an invalid host name") }
    port = parts.port ?? (isSecure ? 443 : 80)
    authorization = parts.user.map { user in
      "Basic " + Data("\(user):\(parts.password ?? "")".utf8).base64EncodedString()
    }
    parts.user = nil
    parts.password = nil
    parts.fragment = nil
    if parts.percentEncodedPath.isEmpty { parts.percentEncodedPath = "/" }
    path = parts.percentEncodedPath + (parts.percentEncodedQuery.map { "?" + $0 } ?? "")
    guard let url = parts.string else { throw .url(reason: "its URL is invalid") }
    self.url = url
  }

  /// Returns the target of a `Location` header. User information is kept for the same origin only.
  /// - Throws: `.redirect` if the target is not a valid web URL.
  func following(_ location: String) throws(FetchFailure) -> WebAddress {
    // `feed:` before a web URL asks for a feed reader (draft-obasanjo-feed-URI-scheme).
    var location = location
    if location.lowercased().hasPrefix("feed:") {
      location.removeFirst(5)
      if location.hasPrefix("//") { location = "http:" + location }
    }
    // Foundation escapes invalid characters, as browsers do.
    guard let base = URL(string: url), let target = URL(string: location, relativeTo: base) else {
      throw .redirect(reason: "it redirects to an invalid URL")
    }
    do {
      var address = try WebAddress(target.absoluteString)
      if address.origin == origin { address.authorization = address.authorization ?? authorization }
      return address
    } catch {
      throw .redirect(reason: "it redirects to an unsupported URL: \(error)")
    }
  }
}
