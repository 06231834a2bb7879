import ArgumentParser
import CommandLineTool
import FeedFetching
import FeedHealth
import Foundation

/// Whom a report tells of changes, and which changes count.
struct TellingOptions: ParsableArguments {
  /// The variable with the secret that signs notices.
  static let secretVariable = "CELESTRA_NOTIFY_SECRET"

  @Option(
    help: ArgumentHelp(
      "Post the changes as JSON, if there are any.", valueName: "url"))
  var notify: String?

  @Option(
    help: ArgumentHelp(
      "Count a feed as down, or recovered, only after this time down.", valueName: "hours"))
  var downHours = 0

  @Option(
    help: ArgumentHelp("Report a feed that is still down again after each of these intervals.", valueName: "days"))
  var remindDays: Int?

  @OptionGroup var network: NetworkOptions

  func validate() throws {
    if !(0...8760).contains(downHours) {
      throw ValidationError("--down-hours must be between 0 and 8760, not \(downHours)")
    }
    if let remindDays, !(1...365).contains(remindDays) {
      throw ValidationError("--remind-days must be between 1 and 365, not \(remindDays)")
    }
    try NetworkOptions.checkAddress(notify, of: "--notify")
  }

  var rules: ChangeRules { ChangeRules(downtimeHours: downHours, reminderDays: remindDays) }

  /// Posts the changes of a report, if there are any.
  /// - Throws: `CommandFailure` if no server accepts them.
  func tell(_ view: HealthReportView) async throws {
    guard let notify else { return }
    guard let notice = try HealthNotice(view) else {
      guard view.health.changes == nil else { return }
      return Terminal.note("nothing was told: --notify needs --against FILE or --since DATE")
    }
    let secret = CloudKitVariables.value(Self.secretVariable)
    do {
      try await NoticeSender.with(network.notices) {
        try await $0.post(notice.body, headers: notice.headers(secret: secret), to: notify)
      }
    } catch let failure as NoticeFailure {
      throw CommandFailure("\(failure); JSON was not written, so that the next run tells of the same changes")
    }
  }
}
