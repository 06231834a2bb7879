import Catalog
import CommandLineTool
import Curation
import Diagnostics
import Discovery
import FeedHealth

/// A check of lists as Markdown: for a pull request what it creates, changes and removes, and how each new feed looks.
struct SeedCheckComment {
  /// Maximum new feeds that are described; the others are a line each.
  private static let described = 25

  private let report: SeedCheckReport

  init(_ report: SeedCheckReport) { self.report = report }

  private var check: ListCheck { report.check }

  /// The Markdown; empty if a pull request changes no entry.
  var text: String {
    guard let changes = report.changes else { return MarkdownComment.joined(all) }
    if changes.created.isEmpty, changes.changed.isEmpty, changes.removed.isEmpty { return mistakes }
    let counts = [
      (changes.created.count, "new"), (changes.changed.count, "changed"), (changes.removed.count, "removed"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    var lines = ["### Feeds: \(counts)", ""]
    lines += questions
    lines += section(
      "New", changes.created.enumerated().map { describe($0.element, isBrief: $0.offset >= Self.described) })
    lines += section(
      "Changed",
      changes.changed.map { changed in
        let values = changed.values.map {
          "  - \($0.name): \(Self.value($0.old)) → \(Self.value($0.new))"
        }
        return describe(changed.index, isBrief: true) + values
      })
    lines += section("Removed", changes.removed.map { ["- \(Markdown.escaped(SeedCheckReport.label($0)))"] })
    return MarkdownComment.joined(lines) + mistakes
  }

  /// The mistakes in the files themselves, which keep entries from being read.
  private var mistakes: String {
    let own = report.findings.filtered { !$0.rule.hasPrefix("feed-") }
    return own.diagnostics.isEmpty ? "" : "\n" + MarkdownComment(own, command: report.command).text
  }

  private static func value(_ text: String) -> String { text.isEmpty ? "none" : "'\(Markdown.escaped(text))'" }

  private func section(_ title: String, _ entries: [[String]]) -> [String] {
    entries.isEmpty ? [] : ["#### \(title)", ""] + entries.joined() + [""]
  }

  /// What the maintainer should ask or decide, one line per entry.
  private var questions: [String] {
    let open = report.judged.filter { $0.entryClass.row.severity ?? .info > .info }
    if open.isEmpty { return ["Nothing to ask: every new and changed entry is a working feed.", ""] }
    let lines = open.prefix(50).map { entry in
      let (entryClass, label) = (entry.entryClass, Markdown.escaped(entry.label))
      return "- \(label) (\(entryClass.rawValue)): \(Markdown.escaped(entryClass.row.advice))"
    }
    let more = open.count > lines.count ? ["- and \((open.count - lines.count).of("more entry", "more entries"))"] : []
    return ["To ask or decide:", ""] + lines + more + [""]
  }

  private func describe(_ index: Int, isBrief: Bool) -> [String] {
    let entry = check.entries[index]
    let address = entry.url.map { "`\($0.redacted)`" } ?? Markdown.escaped(FeedURL.redacted(entry.seed.feedURL))
    let place = Markdown.escaped(report.place(of: entry.seed))
    var lines = ["- **\(Markdown.escaped(entry.label))** \(address) (\(place)): \(entry.entryClass.rawValue)"]
    lines += entry.sortedRemarks.map { remark in
      let other = remark.other.map { " (\(report.place(of: check.entries[$0].seed)))" } ?? ""
      return "  - \(Markdown.escaped(remark.text + other))"
    }
    guard !isBrief, let feed = entry.feed else { return lines }
    let picture = feed.facts.description.imageURL == nil ? "no picture" : "picture"
    lines.append("  - \(Markdown.escaped(FeedsDiscoverReport.facts(of: feed))), \(picture)")
    let newest = feed.newestTitles.map { "“\(Markdown.escaped(DisplayText.short($0)))”" }
    if !newest.isEmpty { lines.append("  - newest: \(newest.joined(separator: ", "))") }
    lines += feed.warnings.map { "  - \($0.words)" }
    return lines
  }

  /// All entries with findings, as a table.
  private var all: [String] {
    let rows = report.judged.filter { $0.entryClass.row.severity != nil }.map { entry in
      let remarks = entry.sortedRemarks.map(\.text).joined(separator: "; ")
      return [
        report.place(of: entry.seed), entry.entryClass.rawValue, entry.label, remarks, entry.entryClass.row.advice,
      ]
    }
    let title = "### Feeds: \(report.judged.count.of("entry", "entries")) checked, \(rows.count) with findings"
    let table = Markdown.table(["place", "class", "entry", "finding", "to do"], rows: rows)
    return [title, ""] + (rows.isEmpty ? [] : table.split(separator: "\n").map(String.init))
  }
}
