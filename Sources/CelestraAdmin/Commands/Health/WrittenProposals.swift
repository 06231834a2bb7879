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
    /// Whether the entry was removed from the file.
    var isRemoved = false
  }

  private(set) var lines: [Line] = []
  /// Whether folders of files were edited, which `seed --prune` accepts.
  private let hasFolder: Bool

  var written: Int { lines.count { $0.refusal == nil } }

  /// Writes proposals into seed files and folders of them. Each file is replaced as a whole, or stays as it is.
  /// - Throws: `CommandFailure` if a file cannot be read or written. Earlier files stay written.
  /// - Parameters:
  ///   - former: The file of former feeds, to which feeds are moved instead of being switched off; `nil` to switch them
  ///     off.
  ///   - asOf: The date of the former feeds.
  init(
    _ proposals: [FeedProposal], to paths: [String], layout: CatalogLayout, former: String? = nil,
    asOf: Timestamp = Timestamp(milliseconds: 0)
  ) throws {
    hasFolder = paths.contains(where: SeedFiles.isFolder)
    let files = try SeedFiles(paths, taking: SeedKind.allCases, isStrict: false)
    // What an unread file states is unknown, so nothing is removed from others.
    if let unread = files.unread.first {
      throw CommandFailure("\(unread.file): \(unread.message); nothing was written")
    }
    let stated = StatedRecords(files.seeds)
    var editing = EditedFiles()
    var gone: [FormerFeed] = []
    for proposal in proposals {
      guard let seed = stated.entry(of: proposal.feed, at: proposal.address)?.feed else {
        lines.append(Line(proposal: proposal, place: nil, refusal: "no file states the feed"))
        continue
      }
      let name = seed.place.file
      let place = files.place(of: seed.place)
      var refusal: String? = "no file states this field"
      let isRemoved = former != nil && proposal.new == .flag(false)
      if let field = CatalogTable.feeds.curated.first(where: { $0.name(in: layout) == proposal.field }) {
        refusal = Self.refusal(of: proposal, field, seed)
        if refusal == nil {
          refusal =
            isRemoved
            ? try editing.remove(seed, from: files.seeds)
            : try editing.apply([.change(seed.place, field, proposal.new)], at: seed.place, of: files.seeds)
          if !isRemoved, refusal != nil, proposal.new == .flag(false), editing.canEdit(name) {
            refusal? += "; --former FILE removes the entry instead"
          }
        }
        let isMoved = field === FeedField.feedURL && !editing.statesFormerURLs(name)
        if refusal == nil, former != nil, isRemoved || isMoved {
          gone.append(
            FormerFeed(
              feedURL: seed.feedURL, title: seed.fields[FeedField.title]?.string,
              date: asOf.day, reason: proposal.reason,
              movedTo: isMoved ? proposal.new.string : nil))
        }
      }
      lines.append(Line(proposal: proposal, place: place, refusal: refusal, isRemoved: isRemoved))
    }
    _ = try editing.write(former: former.map { (gone, $0) })
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
      let written = line.isRemoved ? "removed" : "\(line.proposal.field): \(new)"
      let result = line.refusal.map { "not written: \($0)" } ?? written
      return "\(line.place ?? "-")  \(DisplayText.line(line.proposal.title))  \(result)\n"
    }
    let removes = hasFolder && lines.contains { $0.isRemoved && $0.refusal == nil }
    let advice = removes ? " ('seed --prune' also deletes what was removed)" : ""
    let next =
      written > 0
      ? "\(written) of \(lines.count.of("proposal")) written; review the files, then run 'seed'\(advice)\n" : ""
    return shown.joined() + next
  }
}
