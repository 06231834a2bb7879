import Catalog
import CloudKitRecords
import CommandLineTool
import Curation
import Diagnostics
import FeedHealth
import Foundation

/// Proposals written into the seed files that state their feeds.
struct WrittenProposals {
  /// A proposal, and where it was written or why it was not.
  struct Line {
    let proposal: FeedProposal
    /// The file and line of the feed; `nil` if no file states it.
    let place: String?
    /// `nil` if the proposal was written.
    let refusal: String?
  }

  private(set) var lines: [Line] = []

  var written: Int { lines.count { $0.refusal == nil } }

  /// Writes proposals into seed files and folders of them. Each file is replaced as a whole, or stays as it is.
  /// - Throws: `CommandFailure` if a file cannot be read or written. Earlier files stay written.
  init(_ proposals: [FeedProposal], to paths: [String], layout: CatalogLayout) throws {
    let files = try SeedFiles(paths, taking: SeedKind.allCases, isStrict: false)
    let stated = StatedRecords(files.seeds)
    var editors: [String: SeedFileEditor] = [:]
    var refusals: [String: String] = [:]
    for proposal in proposals {
      guard let seed = stated.entry(of: proposal.feed, at: proposal.address)?.feed else {
        lines.append(Line(proposal: proposal, place: nil, refusal: "no file states the feed"))
        continue
      }
      let name = seed.place.file
      let line = seed.place.range.flatMap { files.sources[name]?.line(of: $0) }
      let place = name + (line.map { ":\($0)" } ?? "")
      var refusal = refusals[name]
      if refusal == nil {
        do {
          let source = try InputFile.read(name)
          var editor = try editors[name] ?? SeedFileEditor(source)
          let field = CatalogTable.feeds.curated.first { $0.name(in: layout) == proposal.field }
          refusal =
            try field.map { field in
              if let refusal = Self.refusal(of: proposal, field, seed) { return refusal }
              try editor.apply(.change(seed.place, field, proposal.new))
              return nil
            } ?? "no file states this field"
          editors[name] = editor
        } catch let error as SeedFileRefusal {
          refusal = error.reason
          if editors[name] == nil { refusals[name] = error.reason }
        }
      }
      lines.append(Line(proposal: proposal, place: place, refusal: refusal))
    }
    for (name, editor) in editors.sorted(by: { $0.key < $1.key }) where editor.isEdited {
      try OutputFile.write(editor.text(), to: name)
    }
  }

  /// Returns why a proposal cannot be written, or `nil`.
  private static func refusal(
    of proposal: FeedProposal, _ field: CatalogField, _ seed: FeedSeed
  ) -> String? {
    let now = field === FeedField.feedURL ? FieldValue.string(seed.feedURL) : seed.fields[field]
    if now == proposal.new { return "the file states it already" }
    if field === FeedField.isActive || now == nil { return nil }
    let isExpected = field === FeedField.feedURL ? Self.isSame(seed.feedURL, proposal.old?.string) : now == proposal.old
    return isExpected ? nil : "the file states another value"
  }

  private static func isSame(_ stated: String, _ stored: String?) -> Bool {
    guard let stored, let stated = try? FeedURL(stated), let stored = try? FeedURL(stored) else { return false }
    return stated.key == stored.key
  }
}

extension WrittenProposals {
  /// A line per proposal, and what to do next.
  /// - Parameter foldsFilled: whether the filled fields are only counted.
  func text(foldsFilled: Bool) -> String {
    let shown = lines.filter { !foldsFilled || $0.proposal.kind != .fillMissing }.map { line in
      let flag = line.proposal.new == .flag(false) ? "false" : "true"
      let new = line.proposal.new.string.map { DisplayText.line($0) } ?? flag
      let result = line.refusal.map { "not written: \($0)" } ?? "\(line.proposal.field): \(new)"
      return "\(line.place ?? "-")  \(DisplayText.line(line.proposal.title))  \(result)\n"
    }
    let next =
      written > 0 ? "\(written) of \(lines.count.of("proposal")) written; review the files, then run 'seed'\n" : ""
    return shown.joined() + next
  }
}
