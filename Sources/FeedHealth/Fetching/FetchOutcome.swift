package struct FetchRequest: Hashable, Sendable {
  /// A user name and password in the URL are sent to its own origin only.
  package let url: String
  /// The `ETag` of the last answer, byte for byte; `nil` to request the whole feed.
  package let etag: String?
  /// The `Last-Modified` of the last answer, byte for byte.
  package let lastModified: String?
  /// Whether to close the connection after the answer, because no other request to the host follows. Idle connections
  /// of thousands of hosts would fill the memory.
  package var closesConnection = false
  /// Whether a body over the size limit is cut rather than refused, as for a web page.
  package var acceptsPart = false
  /// Whether a robots.txt that cannot be read forbids nothing.
  package var ignoresUnreadableRobots = false

  /// Whether the server may answer that the feed has not changed.
  package var isConditional: Bool { etag != nil || lastModified != nil }

  package init(url: String, etag: String? = nil, lastModified: String? = nil) {
    self.url = url
    self.etag = etag
    self.lastModified = lastModified
  }
}

package struct FetchOutcome: Sendable {
  package struct Redirect: Hashable, Sendable {
    /// The status: 301, 302, 303, 307 or 308.
    package let status: Int
    package let url: String

    package init(status: Int, url: String) {
      self.status = status
      self.url = url
    }

    /// Whether the old URL is obsolete.
    package var isPermanent: Bool { status == 301 || status == 308 }
  }

  /// The final answer, or the reason that none was received.
  package let answer: Result<FetchedAnswer, FetchFailure>
  package let redirects: [Redirect]
  /// Duration of the exchanges in seconds, without waits between requests.
  package let seconds: Double
  /// The end of the last certificate of the feed's own host, in seconds since 1970; `nil` without TLS or an answer.
  package var certificateEnd: Int64?
  /// Whether every robots.txt on the way could be read; `nil` if none was reached.
  package var isRobotsReadable: Bool?

  package init(answer: Result<FetchedAnswer, FetchFailure>, redirects: [Redirect] = [], seconds: Double = 0) {
    self.answer = answer
    self.redirects = redirects
    self.seconds = seconds
  }

  /// The feed's new permanent URL: the target of the leading permanent redirects; `nil` if the first redirect is
  /// temporary or missing.
  package var permanentURL: String? { redirects.prefix { $0.isPermanent }.last?.url }
}

package struct FetchedAnswer: Sendable {
  /// The HTTP status; never a redirect.
  package let status: Int
  package var contentType: String?
  /// The `ETag`, byte for byte.
  package var etag: String?
  /// The `Last-Modified`, byte for byte.
  package var lastModified: String?
  /// The `X-Robots-Tag` headers, one per line.
  package var robotsTag: String?
  /// The links in the `Link` headers (RFC 8288), as written.
  package var links: [String] = []
  /// The delay that the server asks for.
  package var retryAfter: Duration?
  /// The seconds for which the answer is fresh.
  package var maxAge: Int?
  /// The kind of bot wall, if the answer names one.
  package var wall: String?
  /// The body, decompressed; empty unless the status is 2xx.
  package var body: [UInt8]

  package init(status: Int, body: [UInt8] = []) {
    self.status = status
    self.body = body
  }
}
