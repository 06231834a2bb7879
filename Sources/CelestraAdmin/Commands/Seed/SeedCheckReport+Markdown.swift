import Catalog
import CommandLineTool
import Curation
import Diagnostics
import Discovery
import FeedHealth

extension SeedCheckReport {
  /// Maximum new feeds that are described; the others are a line each.
  private static let described = 25

  /// Returns for a pull request what it creates, changes, and removes, and how each new feed looks; empty if it changes
  /// no entry.
  func markdown() -> String {
    guard let changes else { return MarkdownComment.joined(all) }
    if changes.created.isEmpty, changes.changed.isEmpty, changes.removed.isEmpty, unread.isEmpty {
      return mistakes
    }
    let counts = [
      (unread.count, unread.count == 1 ? "list not read" : "lists not read"),
      (changes.created.count, "new"), (changes.changed.count, "changed"), (changes.removed.count, "removed"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    var lines = ["### Feeds: \(counts)", ""]
    lines += unreadLines + questions
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
    lines += section("Removed", changes.removed.map { ["- \(Markdown.escaped(Self.label($0)))"] })
    let others = check.entries.count { !$0.isJudged }
    if others > 0, !judged.isEmpty {
      lines += [
        "Compared with \(others.of("other entry", "other entries")) by address; their items are not fetched.", "",
      ]
    }
    return MarkdownComment.joined(lines) + mistakes
  }

  /// The files of which nothing was read, and what to do.
  private var unreadLines: [String] {
    if unread.isEmpty { return [] }
    return unread.map { mistake in
      let help = mistake.help.map { "; \(Markdown.escaped($0))" } ?? ""
      return "- **\(Markdown.escaped(mistake.file)) was not read**: \(Markdown.escaped(mistake.message))\(help)"
    } + [""]
  }

  /// The mistakes in the files themselves, which keep entries from being read.
  private var mistakes: String {
    let own = findings.filtered { !$0.rule.hasPrefix("feed-") }
    return own.diagnostics.isEmpty ? "" : "\n" + MarkdownComment.text(own, command: command)
  }

  private static func value(_ text: String) -> String { text.isEmpty ? "none" : "'\(Markdown.escaped(text))'" }

  private func section(_ title: String, _ entries: [[String]]) -> [String] {
    entries.isEmpty ? [] : ["#### \(title)", ""] + entries.joined() + [""]
  }

  /// What the maintainer should ask or decide, one line per entry.
  private var questions: [String] {
    let open = judged.filter { $0.entryClass.row.severity ?? .info > .info }
    let removed = judged.compactMap { entry in
      former(entry).map {
        "- \(Markdown.escaped("\(entry.label) (former): removed on \($0.date): \($0.reason)"))"
      }
    }
    if open.isEmpty, removed.isEmpty {
      let isComplete = unread.isEmpty && !judged.isEmpty
      return isComplete ? ["Nothing to ask: every new and changed entry is a working feed.", ""] : []
    }
    let lines =
      removed
      + open.prefix(50).map { entry in
        let (entryClass, label) = (entry.entryClass, Markdown.escaped(entry.label))
        let help = entry.sortedRemarks.first.map(Self.help) ?? entryClass.row.advice
        return "- \(label) (\(entryClass.rawValue)): \(Markdown.escaped(help))"
      }
    let more = open.count > 50 ? ["- and \((open.count - 50).of("more entry", "more entries"))"] : []
    return ["To ask or decide:", ""] + lines + more + [""]
  }

  private func describe(_ index: Int, isBrief: Bool) -> [String] {
    let entry = check.entries[index]
    let address = entry.url.map { "`\($0.redacted)`" } ?? Markdown.escaped(FeedURL.redacted(entry.seed.feedURL))
    let place = Markdown.escaped(place(of: entry.seed))
    var lines = ["- **\(Markdown.escaped(entry.label))** \(address) (\(place)): \(entry.entryClass.rawValue)"]
    lines += entry.sortedRemarks.map { remark in
      "  - \(Markdown.escaped(text(of: remark)))"
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
    let rows = judged.filter { $0.entryClass.row.severity != nil }.map { entry in
      let remarks = entry.sortedRemarks.map { text(of: $0) }.joined(separator: "; ")
      let help = entry.sortedRemarks.first.map(Self.help) ?? ""
      return [place(of: entry.seed), entry.entryClass.rawValue, entry.label, remarks, help]
    }
    let title = "### Feeds: \(judged.count.of("entry", "entries")) checked, \(rows.count) with findings"
    let table = Markdown.table(["place", "class", "entry", "finding", "to do"], rows: rows)
    return [title, ""] + unreadLines + (rows.isEmpty ? [] : table.split(separator: "\n").map(String.init))
  }
}
