import Articles
import CloudKitRecords
import CommandLineTool
import Diagnostics
import FeedHealth

/// The results of a run of `update`: health and articles.
struct UpdateReport: RunReport {
  let command = "update"
  let health: HealthProbeReport
  /// The stored articles; `nil` with `--no-articles`.
  let articles: ArticleSummary?
  /// The result of pruning; `nil` without `--prune`.
  let pruned: ArticleDeletion?

  /// The maximum number of failures in the text form.
  private static let failuresShown = 100

  var asOf: Timestamp? { health.asOf }
  var items: [EncodableObject] { health.items }

  var status: ExitStatus {
    let all = [health.status, articles?.outcome.status ?? .done, pruned?.pruneStatus ?? .done]
    return [.failed, .pruneIncomplete, .answerIsNo].first(where: all.contains) ?? .done
  }

  /// Why the run did not do its work; `nil` if it did.
  var failure: String? {
    let failed = articles?.outcome.failed ?? 0
    let reasons = [
      health.failure, failed > 0 ? "\(failed.of("article")) could not be written" : nil, pruned?.failure,
    ].compactMap(\.self)
    return reasons.isEmpty ? nil : reasons.joined(separator: "; ")
  }

  var summary: EncodableObject {
    [
      "health": health.summary, "articles": articles.map(Self.summary), "missingFields": health.run.missingFields,
      "pruned": pruned?.outcome?.deleted, "pruning": pruned?.result.rawValue, "expired": pruned?.planned,
    ]
  }

  private static func summary(_ articles: ArticleSummary) -> EncodableObject {
    [
      "feeds": articles.feeds, "unchangedFeeds": articles.unchangedFeeds, "entries": articles.counts.entries,
      "created": articles.created, "updated": articles.updated, "renewed": articles.renewed,
      "unchanged": articles.unchanged, "failed": articles.outcome.failed, "corrected": articles.corrected,
      "copies": articles.copies, "tooOld": articles.counts.tooOld, "unidentified": articles.counts.unidentified,
      "repairedIds": articles.counts.repaired, "beyondMaximum": articles.counts.beyondMaximum,
      "denied": articles.counts.denied, "truncated": articles.counts.truncated,
      "problems": [ReportedProblem]([], articles.outcome),
    ]
  }

  func text(_ style: Style) -> String {
    var text = articles.map { self.text($0, style) } ?? ""
    if !health.run.missingFields.isEmpty {
      let fields = health.run.missingFields.joined(separator: ", ")
      text += "not kept: \(fields); the schema of \(health.container) lacks them, so each run reads and compares all "
      text += "documents; 'celestra-admin doctor' shows how to add them\n"
    }
    if let pruned { text += pruning(pruned) }
    if health.run.feeds > 0 || (articles?.feeds ?? 0) == 0 { return text + health.text(style) }
    return text + (health.isDryRun ? "dry run: nothing was written\n" : "")
  }

  private func text(_ articles: ArticleSummary, _ style: Style) -> String {
    var text = ""
    if articles.feeds > 0 {
      text += "articles: \(articles.created) new, \(articles.updated) edited, \(articles.renewed) renewed, "
      text += "\(articles.unchanged) unchanged, in \(articles.feeds.of("feed"))"
      text += articles.unchangedFeeds > 0 ? " (\(articles.unchangedFeeds) with an unchanged document)\n" : "\n"
    }
    let notes: [(Int, String)] = [
      (articles.counts.tooOld, "older than the retention, or without a date"),
      (articles.copies, "also in another feed"),
      (articles.counts.beyondMaximum, "beyond --max-per-feed"),
      (articles.counts.repaired, "with an identifier that another entry repeats"),
      (articles.counts.unidentified, "without identifier, link, title and text"),
      (articles.counts.denied, "denied"), (articles.counts.truncated, "truncated to the size of a record"),
      (articles.corrected, "by other programs corrected"),
    ]
    let shown = notes.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    if !shown.isEmpty { text += "  \(shown.joined(separator: "; "))\n" }
    for failure in articles.outcome.failures.prefix(Self.failuresShown) {
      text += style.mark("failed", .bad) + "  \(DisplayText.line(failure.description, atMost: 200))\n"
    }
    let failed = articles.outcome.failed
    if failed > 0 {
      let rest = failed > Self.failuresShown ? "; --format json lists up to \(ChangeRun.failuresKept)" : ""
      text += "\(failed.of("article")) could not be written\(rest)\n"
    }
    return text
  }

  private func pruning(_ pruned: ArticleDeletion) -> String {
    if pruned.result == .planned {
      return "\(pruned.planned.of("expired article")) would be deleted\n" + pruned.warning
    }
    let deleted = pruned.outcome.map { "\($0.deleted.of("expired article")) deleted\n" } ?? ""
    return (pruned.failure.map { "\($0)\n" } ?? "") + deleted
  }
}
