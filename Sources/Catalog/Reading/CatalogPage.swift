package import CloudKitRecords

/// A page of a catalog's feeds and the problems found while reading them.
package struct CatalogPage: Hashable, Sendable {
  package var entries: [FeedEntry]
  /// Unreadable feeds are not among the entries.
  package var problems: [CatalogProblem]

  package init(entries: [FeedEntry], problems: [CatalogProblem]) {
    self.entries = entries
    self.problems = problems
  }
}

/// A problem in a catalog that does not prevent reading the rest.
package enum CatalogProblem: Hashable, Sendable, CustomStringConvertible {
  /// The record of a feed or of its measurements is invalid for its type; the feed is skipped.
  case unreadable(feed: RecordName, RecordDecodingError)
  /// A feed has more than one measurement record; the most recently modified one is used.
  case severalMetadata(feed: RecordName, used: RecordName, ignored: [RecordName])

  package var feed: RecordName {
    switch self {
    case .unreadable(let feed, _), .severalMetadata(let feed, _, _): feed
    }
  }

  package var description: String {
    switch self {
    case .unreadable(let feed, let error): "feed '\(feed)' is left out: \(error)"
    case .severalMetadata(let feed, let used, let ignored):
      "feed '\(feed)' has \(ignored.count + 1) FeedMetadata records: '\(used)' is used, the one changed last;"
        + " delete \(ignored.map { "'\($0)'" }.joined(separator: ", "))"
    }
  }
}
