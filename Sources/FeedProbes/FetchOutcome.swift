/// A request for a feed.
package struct FetchRequest: Hashable, Sendable {
  /// The URL; a user name and password in it are sent to its own host only.
  package let url: String
  /// The `ETag` of the last answer, byte for byte; `nil` to be given the whole anew.
  package let etag: String?
  /// The `Last-Modified` of the last answer, byte for byte.
  package let lastModified: String?

  /// A request, without conditions by default.
  package init(url: String, etag: String? = nil, lastModified: String? = nil) {
    self.url = url
    self.etag = etag
    self.lastModified = lastModified
  }
}

/// The outcome of a fetch.
package struct FetchOutcome: Sendable {
  /// A step from one URL to the next.
  package struct Redirect: Hashable, Sendable {
    /// The status: 301, 302, 303, 307 or 308.
    package let status: Int
    /// Where it leads.
    package let url: String

    /// A step.
    package init(status: Int, url: String) {
      self.status = status
      self.url = url
    }

    /// Whether the old URL is obsolete.
    package var isPermanent: Bool { status == 301 || status == 308 }
  }

  /// The answer of the last host, or why there is none.
  package let answer: Result<FetchedAnswer, FetchFailure>
  /// The steps that were taken.
  package let redirects: [Redirect]
  /// Seconds the exchanges took, without what was waited for out of politeness.
  package let seconds: Double

  /// An outcome.
  package init(answer: Result<FetchedAnswer, FetchFailure>, redirects: [Redirect] = [], seconds: Double = 0) {
    self.answer = answer
    self.redirects = redirects
    self.seconds = seconds
  }

  /// Where the feed has moved for good: where the redirects lead as far as all are permanent; `nil` where the first is not.
  package var permanentURL: String? { redirects.prefix { $0.isPermanent }.last?.url }
}

/// A server's answer.
package struct FetchedAnswer: Sendable {
  /// The status; never a redirect's.
  package let status: Int
  /// The `Content-Type`.
  package var contentType: String?
  /// The `ETag`, byte for byte.
  package var etag: String?
  /// The `Last-Modified`, byte for byte.
  package var lastModified: String?
  /// The pause that the server asks for.
  package var retryAfter: Duration?
  /// The kind of wall against programs, if the answer names one.
  package var wall: String?
  /// The body, decompressed; empty unless the status is 2xx.
  package var body: [UInt8]

  /// An answer without headers.
  package init(status: Int, body: [UInt8] = []) {
    self.status = status
    self.body = body
  }
}
