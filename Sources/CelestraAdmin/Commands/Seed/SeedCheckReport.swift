import Catalog
import CloudKitRecords
import CommandLineTool
import Curation
import Diagnostics
import Discovery
import FeedHealth

/// The verdicts on the entries of lists.
struct SeedCheckReport: Report {
  let command = "seed check"
  let asOf: Timestamp?
  private(set) var findings = Findings()
  let check: ListCheck
  /// What a branch changes; `nil` for a check of all entries.
  let changes: ListChanges?
  private let files: SeedFiles
  private let limit: Int

  init(_ check: ListCheck, _ files: SeedFiles, _ changes: ListChanges?, asOf: Timestamp, limit: Int) {
    self.check = check
    self.files = files
    self.changes = changes
    self.asOf = asOf
    self.limit = limit
    var findings = files.findings
    findings.add(check.entries.flatMap { diagnostics(of: $0) })
    self.findings = findings.limited(to: limit)
  }

  private func diagnostics(of entry: CheckedEntry) -> [Diagnostic] {
    entry.sortedRemarks.compactMap { remark in
      let row = remark.entryClass.row
      guard let severity = row.severity else { return nil }
      let message = "\(DisplayText.short(entry.label)): \(text(of: remark))"
      var diagnostic = Diagnostic(
        severity, rule: "feed-\(remark.entryClass.rawValue)", message, file: entry.seed.place.file,
        range: entry.seed.place.range, help: Self.help(for: remark))
      if let other = remark.other.map({ check.entries[$0].seed.place }), let range = other.range {
        diagnostic.related = .init("the other entry is here", file: other.file, range: range)
      }
      return diagnostic
    }
  }

  /// Returns the evidence, with the place of the other entry or the feed that the page declares.
  func text(of remark: CheckedEntry.Remark) -> String {
    remark.text + (remark.other.map { " (\(place(of: check.entries[$0].seed)))" } ?? "")
  }

  static func help(for remark: CheckedEntry.Remark) -> String {
    switch (remark.entryClass, remark.target) {
    case (.moved, let target?): "write \(target.redacted)"
    case (.notAFeed, let target?): "the page declares the feed \(target.redacted)"
    default: remark.entryClass.row.advice
    }
  }

  var judged: [CheckedEntry] { check.entries.filter(\.isJudged) }

  private var classes: [(entryClass: EntryClass, count: Int)] {
    let counts = judged.reduce(into: [:]) { $0[$1.entryClass, default: 0] += 1 }
    return EntryClass.allCases.reversed().compactMap { entryClass in counts[entryClass].map { (entryClass, $0) } }
  }

  /// The files of which nothing was read, and why.
  var unread: [Diagnostic] { files.unread }

  /// Returns the entry of a feed that was removed from the list before; `nil` for others.
  func former(_ entry: CheckedEntry) -> FormerFeed? { entry.url.flatMap { files.seeds.former($0.key) } }

  func place(of seed: FeedSeed) -> String { files.place(of: seed.place) }

  var summary: EncodableObject {
    let difference: EncodableObject? = changes.map {
      [
        "created": $0.created.count, "changed": $0.changed.count, "removed": $0.removed.count,
        "unchanged": $0.unchanged,
      ]
    }
    return [
      "entries": check.entries.count, "judged": judged.count, "errors": findings.count(.error),
      "warnings": findings.count(.warning), "notes": findings.count(.info), "changes": difference,
      "classes": Dictionary(uniqueKeysWithValues: classes.map { ($0.entryClass.rawValue, $0.count) }),
    ]
  }

  var items: [EncodableObject] {
    check.entries.indices.filter { check.entries[$0].isJudged }.map(item)
      + (changes?.removed ?? []).map { seed in
        ["change": "removed", "feedURL": FeedURL.redacted(seed.feedURL), "title": seed.fields[FeedField.title]?.string]
      }
  }

  private func item(_ index: Int) -> EncodableObject {
    let entry = check.entries[index]
    let facts = entry.feed?.facts
    let values = changes?.changed.first { $0.index == index }?.values
    let change = changes.map { $0.created.contains(index) ? "created" : "changed" }
    let remarks: [EncodableObject] = entry.sortedRemarks.map { remark in
      [
        "class": remark.entryClass.rawValue, "text": remark.text, "target": remark.target?.redacted,
        "other": remark.other.map { place(of: check.entries[$0].seed) },
      ]
    }
    return [
      "place": place(of: entry.seed), "feedURL": FeedURL.redacted(entry.seed.feedURL), "title": entry.label,
      "class": entry.entryClass.rawValue, "remarks": remarks, "change": change,
      "changes": values?.map { ["field": $0.name, "old": $0.old, "new": $0.new] as EncodableObject },
      "items": facts?.items, "newest": facts?.cadence.newest?.description, "medianGapHours": facts?.cadence.medianGap,
      "text": entry.feed?.text.rawValue, "language": facts?.description.language,
      "imageURL": facts?.description.imageURL.map(FeedURL.redacted),
    ]
  }

  // MARK: Text

  func text(_ style: Style) -> String {
    var text = files.findings.text(style)
    let remarks = judged.flatMap { entry in
      entry.sortedRemarks.filter { $0.entryClass.row.severity != nil }.map { (entry: entry, remark: $0) }
    }
    // The most severe ones in the order of the list.
    let ranked = remarks.indices.sorted {
      (remarks[$0].remark.entryClass, $0) < (remarks[$1].remark.entryClass, $1)
    }
    let rows = ranked.prefix(limit).sorted().map { index -> [ReportTable.Cell] in
      let (entry, remark) = remarks[index]
      return [
        .init(place(of: entry.seed)), .init(remark.entryClass.rawValue, remark.entryClass.meaning),
        .init(entry.label),
        .init("\(self.text(of: remark)); \(Self.help(for: remark))"),
      ]
    }
    if !rows.isEmpty {
      text += ReportTable(
        "Entries", [.text("place", width: 50), .text("class"), .text("entry", width: 40), .text("finding")], rows: rows
      ).text(style)
      if rows.count < remarks.count { text += "\(remarks.count - rows.count) more findings; --limit 0 lists all\n" }
    }
    if let changes {
      for changed in changes.changed {
        let values = changed.values.map { "\($0.name) '\($0.old)' → '\($0.new)'" }.joined(separator: ", ")
        text += "changed: \(DisplayText.line("\(check.entries[changed.index].label): \(values)"))\n"
      }
      for seed in changes.removed { text += "removed: \(DisplayText.line(Self.label(seed)))\n" }
      text += "\(changes.created.count) created, \(changes.changed.count) changed, \(changes.removed.count) removed, "
      text += "\(changes.unchanged) unchanged\n"
    }
    let counts = classes.map { "\($0.entryClass.rawValue) \($0.count)" }.joined(separator: ", ")
    return text + "\(judged.count.of("entry", "entries")) checked\(counts.isEmpty ? "" : ": \(counts)")\n"
  }

  static func label(_ seed: FeedSeed) -> String {
    let title = seed.fields[FeedField.title]?.string ?? ""
    return (title.isEmpty ? "" : "\(title) ") + FeedURL.redacted(seed.feedURL)
  }
}

extension EntryClass {
  fileprivate var meaning: ReportTable.Meaning {
    switch row.severity {
    case .error: .bad
    case .warning: .warning
    case .info: .faint
    case nil: .good
    }
  }
}
