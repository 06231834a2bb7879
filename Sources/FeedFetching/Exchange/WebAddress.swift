import FeedProbes
import Foundation

/// A URL taken apart, as far as fetching needs it.
struct WebAddress: Sendable {
  /// The URL without user information and fragment: what is asked for.
  let url: String
  /// The host, in lower case, without brackets.
  let host: String
  /// The port.
  let port: Int
  /// Whether it is `https`.
  let isSecure: Bool
  /// The path and query.
  let path: String
  /// What the user information says to the server: the value of an `Authorization` header.
  private(set) var authorization: String?

  /// The scheme, host and port: where one robots.txt holds.
  var origin: String { "\(isSecure ? "https" : "http")://\(host):\(port)" }

  /// The parts of a URL.
  /// - Throws: `.url` where it is not one of the web.
  init(_ text: String) throws(FetchFailure) {
    guard var parts = URLComponents(string: text) else { throw .url(reason: "its URL cannot be read") }
    let scheme = parts.scheme?.lowercased()
    guard let scheme, scheme == "http" || scheme == "https" else {
      throw .url(reason: "'\(scheme ?? ""):' is not http or https")
    }
    guard let host = parts.encodedHost, !host.isEmpty else { throw .url(reason: "its URL names no host") }
    isSecure = scheme == "https"
    self.host = host.lowercased().trimmingCharacters(in: ["[", "]"])
    guard !self.host.contains("%") else { throw .url(reason: "its URL's host is not a name") }
    port = parts.port ?? (isSecure ? 443 : 80)
    authorization = parts.user.map { user in
      "Basic " + Data("\(user):\(parts.password ?? "")".utf8).base64EncodedString()
    }
    parts.user = nil
    parts.password = nil
    parts.fragment = nil
    if parts.percentEncodedPath.isEmpty { parts.percentEncodedPath = "/" }
    path = parts.percentEncodedPath + (parts.percentEncodedQuery.map { "?" + $0 } ?? "")
    guard let url = parts.string else { throw .url(reason: "its URL cannot be read") }
    self.url = url
  }

  /// Where a `Location` leads from here. A password goes along to the same origin only.
  /// - Throws: `.redirect` where it leads to no page of the web.
  func following(_ location: String) throws(FetchFailure) -> WebAddress {
    // Foundation escapes what a URL cannot hold, as browsers do.
    guard let base = URL(string: url), let target = URL(string: location, relativeTo: base) else {
      throw .redirect(reason: "it redirects to what is not a URL")
    }
    do {
      var address = try WebAddress(target.absoluteString)
      if address.origin == origin { address.authorization = address.authorization ?? authorization }
      return address
    } catch {
      throw .redirect(reason: "it redirects to where no feed can be: \(error)")
    }
  }
}
