import FeedHealth
import Foundation
import Notation

/// The parts of a URL that fetching requires.
struct WebAddress: Sendable {
  /// The URL to request, without user information and fragment.
  let url: String
  /// The host in lowercase, without brackets.
  let host: String
  let port: Int
  /// Whether the scheme is `https`.
  let isSecure: Bool
  let path: String
  /// The value of the `Authorization` header, from the URL's user information.
  private(set) var authorization: String?

  /// The scheme, host and port that share one robots.txt.
  var origin: String { "\(isSecure ? "https" : "http")://\(host):\(port)" }

  /// - Throws: `.url` if it is not a valid web URL.
  init(_ text: String) throws(FetchFailure) {
    let bytes = Array(text.utf8)
    let parts = URLParts(bytes[...])
    let scheme = parts.scheme.map { bytes[$0].lowercasedString } ?? ""
    guard ["http", "https"].contains(scheme) else { throw .url(reason: "'\(scheme):' is not http or https") }
    guard let host = parts.host, !host.isEmpty else { throw .url(reason: "its URL has no host") }
    guard let name = HostName.ascii(bytes[host]) else { throw .url(reason: "its URL has an invalid host name") }
    isSecure = scheme == "https"
    let named = String(decoding: name, as: UTF8.self)
    self.host = named.trimmingCharacters(in: ["[", "]"])
    let given = parts.port.flatMap { $0.isEmpty ? nil : String(decoding: bytes[$0], as: UTF8.self) }
    port = given.map { Int($0) ?? 0 } ?? (isSecure ? 443 : 80)
    guard (1...65_535).contains(port) else { throw .url(reason: "its URL has an invalid port") }
    authorization = parts.user.flatMap { String(decoding: bytes[$0], as: UTF8.self).removingPercentEncoding }.map {
      "Basic " + Data(($0.contains(":") ? $0 : $0 + ":").utf8).base64EncodedString()
    }
    var path: [UInt8] = parts.path.isEmpty ? [.slash] : []
    path.appendEscaped(bytes[parts.path])
    path.appendEscaped(bytes[parts.query])
    self.path = String(decoding: path, as: UTF8.self)
    url = "\(scheme)://\(named)\(given.map { ":" + $0 } ?? "")\(self.path)"
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
    do {
      var address = try WebAddress(URLReference.resolve(location, base: url))
      if address.origin == origin { address.authorization = address.authorization ?? authorization }
      return address
    } catch {
      throw .redirect(reason: "it redirects to an unsupported URL: \(error)")
    }
  }
}
