import Foundation
import Syndication
import Testing

/// Helpers that read feeds from text.
enum Reading {
  /// Reads a text as a feed.
  static func feed(_ text: String, url: String? = nil) throws -> FeedDocument {
    let reading = FeedDocument.read(Array(text.utf8), contentType: nil, url: url)
    guard case .feed(let feed) = reading else { throw NotRead(reading: reading) }
    return feed
  }

  static func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }
}

struct NotRead: Error {
  let reading: FeedReading
}
