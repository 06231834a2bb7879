import Catalog
import CloudKitRecords
import FeedHealth
import Foundation
import TestEnvironment
import Testing

/// A feed that publishes at a rhythm, and once unexpectedly, and a run of `update` every 15 minutes.
private struct SimulatedFeed {
  static let start: Int64 = 1_795_219_200_000
  private static let minute: Int64 = 60_000

  /// Minutes between two posts.
  let rhythm: Int64
  /// Minutes from the start to the first post, and to the unexpected one; negative numbers are before the start.
  let first, unexpected: Int64
  let days: Int64

  /// Returns the minutes from each publication after a warm-up of two days to the fetch that stores the post.
  func delays() -> (regular: [Int64], unexpected: Int64) {
    var entry = FeedEntry(recordName: "f", title: "F", feedURL: "https://a.example/feed")
    let regular = stride(from: first - 20 * rhythm, to: days * 1440, by: Int(rhythm)).map { $0 }
    let posts = (regular + [unexpected]).sorted()
    var stored: [Int64: Int64] = [:]
    var newest: Timestamp?
    for now in stride(from: Int64(0), to: (days + 2) * 1440, by: 15) {
      let asOf = Timestamp(milliseconds: Self.start + now * Self.minute)
      guard DueRule().isDue(entry, newest: newest, asOf: asOf) else { continue }
      let listed = posts.filter { $0 <= now }.suffix(20).map { Timestamp(milliseconds: Self.start + $0 * Self.minute) }
      entry.lastAttempted = asOf
      let cadence = PublishingCadence(listed, asOf: asOf)
      entry.updateFrequency = cadence.medianGap
      newest = cadence.newest
      for post in posts where post <= now && stored[post] == nil { stored[post] = now - post }
    }
    let seen = regular.filter { $0 > 2880 && stored[$0] != nil }
    return (seen.compactMap { stored[$0] }, stored[unexpected] ?? -1)
  }
}

@Suite("Delay from publication to storage")
struct PublicationDelayTests {
  /// Rows of the table in articles.md: the name of a rhythm, and its minutes.
  private static let rhythms: [(name: String, minutes: Int64)] = [
    ("hourly", 60), ("daily", 1440), ("weekly", 10_080), ("monthly", 43_200), ("yearly (dormant)", 525_600),
  ]

  @Test("articles.md states the delays of a simulated run every 15 minutes")
  func table() throws {
    let text = try String(contentsOf: TestEnvironment.root.appending(path: ".github/docs/articles.md"), encoding: .utf8)
    for (name, minutes) in Self.rhythms {
      var regular: [Int64] = []
      var unexpected: [Int64] = []
      // The posts come at any minute of the runs and of the feed's interval.
      for offset in stride(from: Int64(0), to: 1440, by: 59) {
        // The last regular post of a dormant feed was more than 90 days ago.
        let first = minutes > 200_000 ? offset * 7 - 150 * 1440 : offset * 7 % minutes
        let feed = SimulatedFeed(
          rhythm: minutes, first: first, unexpected: 2881 + offset, days: max(14, minutes / 1440 + 14))
        let delays = feed.delays()
        regular += delays.regular
        unexpected.append(delays.unexpected)
      }
      let row = "| \(name) | \(Self.hours(regular)) | \(Self.hours(unexpected)) |"
      #expect(text.contains(row), "\(row)")
    }
  }

  /// Returns the mean and the maximum: `0.3 h, at most 0.5 h`.
  private static func hours(_ minutes: [Int64]) -> String {
    func text(_ minutes: Double) -> String { "\((minutes / 6).rounded() / 10) h" }
    guard let longest = minutes.max() else { return "–" }
    return "\(text(Double(minutes.reduce(0, +)) / Double(minutes.count))), at most \(text(Double(longest)))"
  }
}
