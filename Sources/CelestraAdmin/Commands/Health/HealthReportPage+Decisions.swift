import Catalog
import CloudKitRecords
import CommandLineTool
import Diagnostics
import FeedHealth
import HTMLPage

extension HealthReportPage {
  /// Maximum names of a decision.
  private static let namesShown = 100

  /// What a curator decides, the most urgent first, and what has changed.
  var decisions: [HTMLPage.Decision] {
    let found = changes?.byKind ?? []
    return changed(found.filter { $0.kind == .down }) + reminders + proposed + endingCertificates + neverFetched
      + changed(found.filter { $0.kind != .down && !($0.kind == .replaced && isProposed([.replaced])) })
  }

  private func changed(
    _ found: [(kind: FeedChange.Kind, changes: [FeedChange])]
  ) -> [HTMLPage.Decision] {
    found.map { kind, changes in
      let one = changes.count == 1 ? changes.first?.feedURL?.shellWord : nil
      let command = kind == .down ? view.command("health show \(one ?? "FEED")") : nil
      return HTMLPage.Decision(changes.count, kind.name, kind.meaning, names(of: changes), command: command)
    }
  }

  private var reminders: [HTMLPage.Decision] {
    guard let reminders = changes?.reminders, !reminders.isEmpty else { return [] }
    let command = view.command("health show FEED")
    return [HTMLPage.Decision(reminders.count, "still down", .bad, names(of: reminders), command: command)]
  }

  private func names(of changes: [FeedChange]) -> [HTMLPage.Decision.Name] {
    changes.prefix(Self.namesShown).map { name(HealthReportView.title(of: $0), note: note($0), $0.feed) }
  }

  /// What a change says beside its name.
  private func note(_ change: FeedChange) -> String? {
    switch change.kind {
    case .down: change.detail
    case .recovered:
      change.since.map { "after \(HealthReportView.length(change.at.seconds(since: $0)))" }
    case .moved: "to \(FeedURL.redacted(change.detail))"
    case .replaced: change.detail
    case .stale: change.since.map { "nothing new since \($0.day)" }
    case .deactivated, .reactivated, .removed: change.at.day
    }
  }

  private func isProposed(_ kinds: [FeedProposal.Kind]) -> Bool {
    health.proposals.contains { kinds.contains($0.kind) }
  }

  private var proposed: [HTMLPage.Decision] {
    let kinds: [(title: String, kinds: [FeedProposal.Kind], meaning: HTMLPage.Meaning)] = [
      ("replaced by another feed", [.replaced], .bad), ("to deactivate", [.deactivate], .warning),
      ("duplicates of other feeds", [.duplicate], .warning), ("new addresses", [.newURL, .https], .doubtful),
      ("inactive feeds that work", [.reactivate], .good),
    ]
    return kinds.filter { isProposed($0.kinds) }.map { title, kinds, meaning in
      let some = health.proposals.filter { kinds.contains($0.kind) }
      let names = some.prefix(Self.namesShown).map { proposal in
        name(proposal.title, note: proposal.new.string.map(FeedURL.redacted) ?? proposal.reason, proposal.feed)
      }
      let found = kinds.filter { isProposed([$0]) }.map { " --only \($0.rawValue)" }.joined()
      return HTMLPage.Decision(some.count, title, meaning, names, command: view.command("health proposals\(found)"))
    }
  }

  private var endingCertificates: [HTMLPage.Decision] {
    let ending = health.endingCertificates
    let some = ending.elements.prefix(Self.namesShown)
    guard let first = some.first else { return [] }
    let names = some.map { feed in
      HTMLPage.Decision.Name(
        DisplayText.line(feed.title, atMost: 60), note: feed.certificateEnd.map { "ends \($0.day)" },
        row: rows[feed.recordName])
    }
    let argument = ending.count == 1 ? HealthReportView.argument(first.entry) : "FEED"
    return [
      HTMLPage.Decision(
        ending.count, "certificates that end soon", .warning, names, command: view.command("health show \(argument)"))
    ]
  }

  private var neverFetched: [HTMLPage.Decision] {
    let count = health.neverFetched
    return count == 0 ? [] : [HTMLPage.Decision(count, "never fetched", .faint, [], command: view.command("update"))]
  }

  /// Returns a name with a link to the feed's row, or what that row would say.
  private func name(_ title: String, note: String?, _ feed: RecordName) -> HTMLPage.Decision.Name {
    let row = rows[feed]
    let note = row == nil ? note.flatMap { $0.isEmpty ? nil : DisplayText.line($0, atMost: 80) } : nil
    return HTMLPage.Decision.Name(DisplayText.line(title, atMost: 60), note: note, row: row)
  }
}
