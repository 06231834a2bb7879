import ArgumentParser
import Catalog
import CloudKitRecords
import CommandLineTool
import Curation
import FeedHealth

/// The options to select feeds that are fetched, or that work.
struct FeedStateOptions: ParsableArguments {
  @Flag(help: "Only active feeds, which are fetched.")
  var active = false

  @Flag(help: "Only active feeds that are healthy by their stored probe results.")
  var healthy = false

  @OptionGroup var clock: ClockOptions

  var isSet: Bool { active || healthy }

  /// Adds the options' conditions to a listing.
  func narrow(_ listing: inout FeedListing, in opened: ContainerHandle) async throws {
    if isSet { listing.isActive = true }
    guard healthy else { return }
    let asOf = clock.asOf
    var names: Set<RecordName> = []
    try await opened.reader.forEachPage { page in
      for feed in page.entries where FeedHealth(of: feed, asOf: asOf).level == .healthy {
        names.insert(feed.recordName)
      }
    }
    listing.names = names
  }
}
