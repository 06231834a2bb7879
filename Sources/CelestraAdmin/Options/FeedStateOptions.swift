import ArgumentParser
import CommandLineTool
import Curation
import FeedHealth

/// The options to select feeds that are fetched, or that work.
struct FeedStateOptions: ParsableArguments {
  @Flag(help: "Only active feeds, which are fetched.")
  var active = false

  @Flag(help: "Only active feeds that are healthy, as in 'health report'.")
  var healthy = false

  @OptionGroup var clock: ClockOptions

  var isSet: Bool { active || healthy }

  func narrow(_ listing: inout FeedListing, in opened: ContainerHandle, _ history: HistoryOptions) async throws {
    if isSet { listing.isActive = true }
    guard healthy else { return }
    let probes = try history.openIfPresent(for: opened.container)
    listing.names = try await opened.feedNames(by: probes, asOf: clock.asOf) { $0.level == .healthy }
  }
}
