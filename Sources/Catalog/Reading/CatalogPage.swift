package import CloudKitRecords

/// Some feeds of a catalogue, and what was wrong with others.
package struct CatalogPage: Hashable, Sendable {
  /// The feeds that could be read.
  package var entries: [FeedEntry]
  /// What is wrong in the catalogue. A feed that is named as unreadable is not among the entries.
  package var problems: [CatalogProblem]

  /// A page.
  package init(entries: [FeedEntry], problems: [CatalogProblem]) {
    self.entries = entries
    self.problems = problems
  }
}

/// Something wrong in a catalogue that does not stop the work on the rest of it.
package enum CatalogProblem: Hashable, Sendable, CustomStringConvertible {
  /// A feed's record, or that of its measurements, is not what its type should be: the feed is left out.
  case unreadable(feed: RecordName, RecordDecodingError)
  /// A feed has more than one record of measurements; the one changed last is used.
  case severalMetadata(feed: RecordName, used: RecordName, ignored: [RecordName])

  /// The feed it is about.
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
