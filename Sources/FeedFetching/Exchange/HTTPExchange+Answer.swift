import FeedProbes
import Foundation
import NIOHTTP1

extension HTTPExchange.Answer {
  /// Where it redirects to; `nil` where it does not.
  var redirectLocation: String? {
    [301, 302, 303, 307, 308].contains(status) ? headers.first(name: "Location") : nil
  }

  func retryAfter(now: Date) -> Duration? {
    headers.first(name: "Retry-After").flatMap { RetryAfter.duration($0, from: now) }
  }

  /// How long the host is to be left alone: what a 429 or 503 asks for, and a time of our own for a 429 that does not say.
  func pause(now: Date) -> Duration? {
    switch status {
    case 429: retryAfter(now: now) ?? RetryAfter.unsaid
    case 503: retryAfter(now: now)
    default: nil
    }
  }

  /// Source: Cloudflare, "Detect a Challenge Page response", and AWS WAF, "Challenge and CAPTCHA actions", read 2026-11.
  var wall: String? {
    if headers.first(name: "cf-mitigated") == "challenge" { return "a Cloudflare challenge" }
    if headers.first(name: "x-amzn-waf-action") != nil { return "an AWS WAF challenge" }
    return nil
  }
}

extension FetchedAnswer {
  init(_ answer: HTTPExchange.Answer, now: Date) {
    self.init(status: answer.status, body: answer.body)
    contentType = answer.headers.first(name: "Content-Type")
    etag = answer.headers.first(name: "ETag")
    lastModified = answer.headers.first(name: "Last-Modified")
    retryAfter = answer.retryAfter(now: now)
    wall = answer.wall
  }
}
