package import FeedHealth

package struct FetchSettings: Sendable {
  /// The `User-Agent` header: a name, a version and a URL where server owners find a contact.
  package var userAgent: String
  package var addresses = AddressPolicy()
  package var honoursRobots = true
  package var pacing = HostPacing()
  package var connectTimeout: Duration = .seconds(5)
  /// Maximum time for a server to begin its answer.
  package var responseTimeout: Duration = .seconds(15)
  /// Maximum total time for all exchanges of one feed.
  package var totalTimeout: Duration = .seconds(30)
  /// Maximum bytes of a decompressed body.
  package var bodyLimit = 15_000_000
  /// Addresses of host names, which are not looked up. Tests give every feed a host of its own on one server.
  package var hosts: [String: String] = [:]
  /// A PEM file of certificates to trust in addition to the system's.
  package var certificateFile: String?

  /// Creates the default settings. Source: reference/feeds.md §4.5. Rules in robots.txt apply by the product token of
  /// `userAgent`.
  package init(userAgent: String) { self.userAgent = userAgent }

  /// The product token of `userAgent` for robots.txt, in lowercase.
  var productToken: String { String(userAgent.prefix { $0 != "/" && $0 != " " }).lowercased() }
}

extension Duration {
  var seconds: Double { self / .seconds(1) }
}
