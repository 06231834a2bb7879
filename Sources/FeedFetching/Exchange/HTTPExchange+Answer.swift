import FeedHealth
import Foundation
import NIOHTTP1
import Notation

extension HTTPExchange.Answer {
  /// The redirect target; `nil` if the answer is not a redirect.
  var redirectLocation: String? {
    guard [301, 302, 303, 307, 308].contains(status) else { return nil }
    // White space around a value is not part of it (RFC 9110, 5.5).
    return headers.first(name: "Location")?.trimmingCharacters(in: .whitespaces)
  }

  /// Returns the delay from `Retry-After`, at most 7 days.
  func retryAfter(now: Date) -> Duration? {
    headers.first(name: "Retry-After").flatMap { RetryAfter.duration($0, from: now, atMost: .seconds(7 * 86_400)) }
  }

  /// Returns how long to pause the host: the delay that a 429 or 503 asks for, or a default for a 429 without one.
  func pause(now: Date) -> Duration? {
    switch status {
    // The default is that of NetNewsWire.
    case 429: retryAfter(now: now) ?? .seconds(600)
    case 503: retryAfter(now: now)
    default: nil
    }
  }

  /// The seconds for which `Cache-Control` declares the answer fresh, at most 5 hours, because 16 years have been seen
  /// (by NetNewsWire).
  var maxAge: Int? {
    let rules = headers["Cache-Control"].joined(separator: ",").lowercased().split(separator: ",")
    let rule = rules.lazy.map { $0.filter { $0 != " " } }.first { $0.hasPrefix("max-age=") }
    return rule.flatMap { Int($0.dropFirst("max-age=".count)) }.map { min(max(0, $0), 18_000) }
  }

  /// The end of the host's certificate, in seconds since 1970; `nil` without TLS.
  var certificateEnd: Int64? { headers.first(name: AnswerGuard.certificateEnd).flatMap { Int64($0) } }

  /// The kind of bot wall; `nil` if the answer names none.
  ///
  /// Source: Cloudflare, "Detect a Challenge Page response", and AWS WAF, "Challenge and CAPTCHA actions", read
  /// 2026-11.
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
    let robotsTags = answer.headers["X-Robots-Tag"]
    robotsTag = robotsTags.isEmpty ? nil : robotsTags.joined(separator: "\n")
    links = answer.headers["Link"]
    retryAfter = answer.retryAfter(now: now)
    maxAge = answer.maxAge
    wall = answer.wall
  }
}
