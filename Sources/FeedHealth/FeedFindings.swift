package import Catalog
import CloudKitRecords

/// Feeds with findings, by cause: the first finding of each.
package struct FeedFindings: Sendable {
  /// As many feeds as the report lists, by cause, then title.
  package private(set) var feeds: TopList<FeedHealth>

  private var counts: [VerdictClass: Int] = [:]

  init(limit: Int) {
    feeds = TopList(limit: limit) { lhs, rhs in
      let causes = (lhs.causeRank, rhs.causeRank)
      return causes.0 != causes.1 ? causes.0 < causes.1 : (lhs.title, lhs.recordName) < (rhs.title, rhs.recordName)
    }
  }

  package var causes: [(cause: VerdictClass, feeds: Int)] {
    VerdictClass.allCases.compactMap { cause in counts[cause].map { (cause, $0) } }
  }

  /// Adds a feed, unless it has no finding.
  mutating func add(_ feed: FeedHealth) {
    guard let cause = feed.findings.first else { return }
    counts[cause, default: 0] += 1
    feeds.add(feed)
  }
}

extension FeedHealth {
  /// Position of the first finding among the verdicts.
  fileprivate var causeRank: Int { findings.first.flatMap(VerdictClass.allCases.firstIndex) ?? .max }
}
