package import FeedProbes

/// How feeds are fetched.
package struct FetchSettings: Sendable {
  /// What servers are told: a name, a version and a URL where their owners find whom to ask.
  package var userAgent: String
  /// Which addresses may be connected to.
  package var addresses = AddressPolicy()
  /// Whether robots.txt is asked.
  package var honoursRobots = true
  /// How hosts are spared.
  package var pacing = HostPacing()
  /// How long making a connection may take.
  package var connectTimeout: Duration = .seconds(5)
  /// How long a server may take to begin its answer.
  package var responseTimeout: Duration = .seconds(15)
  /// How long all exchanges of one feed may take together.
  package var totalTimeout: Duration = .seconds(30)
  /// The most bytes of a body, decompressed.
  package var bodyLimit = 15_000_000
  /// A PEM file of certificates to trust beside the system's.
  package var certificateFile: String?

  /// The defaults. Source: reference/feeds.md §4.5; the product token of `userAgent` is what robots.txt is searched for.
  package init(userAgent: String) { self.userAgent = userAgent }

  /// The part of `userAgent` that robots.txt names, in lower case.
  var productToken: String { String(userAgent.prefix { $0 != "/" && $0 != " " }).lowercased() }
}

extension Duration {
  var seconds: Double { self / .seconds(1) }
}
