import Catalog
import CloudKitRecords
import CommandLineTool
import Diagnostics
import Discovery
import FeedFetching
import Foundation

extension FeedsAdd {
  /// Looks at the address if a contact is known: refuses a web page, and names the feeds that it has. An address that
  /// cannot be fetched is not judged.
  func refusePage(_ configuration: EffectiveConfiguration) async throws {
    guard fetching.hasContact(configuration), (try? FeedURL(url)) != nil else { return }
    let found = try await HTTPFeedFetcher.with(try fetching.settings(configuration)) { fetcher in
      await FeedFinder(fetcher: fetcher, guesses: false, asOf: Timestamp(Date())).find(url)
    }
    if let refusal = found.refusal {
      return Terminal.note("\(found.address) was not read: \(DisplayText.line(refusal))")
    }
    if found.feeds.first?.candidate.origin == .address { return }
    let feeds = found.feeds.prefix(5).map { "\n  \($0.address.redacted): \($0.reason)" }
    let advice =
      found.best.map {
        "it has feeds:\(feeds.joined())\nadd one of them, such as 'celestra-admin feeds add \($0.address.redacted)'"
      }
      ?? "no feed was found on it; 'celestra-admin feeds discover \(found.address) --guess' tries usual addresses"
    throw CommandFailure("\(found.address) is a web page, not a feed; \(advice)")
  }
}
