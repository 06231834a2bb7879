import Catalog
import Diagnostics
import OPML

/// Turns an OPML list into feed seeds, which fill absent fields only.
struct OPMLSeeds {
  private(set) var file = SeedFile()
  private let source: SourceText

  init(_ source: SourceText) { self.source = source }

  mutating func read(_ document: OPMLDocument) {
    file.diagnostics = document.notes
    file.seeds.feeds.reserveCapacity(document.feeds.count)
    // Feeds of one folder stand together: its names are cleaned once, and the seeds share them.
    var raw: [String] = []
    var clean: [String] = []
    for outline in document.feeds {
      if outline.folders != raw {
        raw = outline.folders
        clean = raw.compactMap { text($0, .tag, "a folder's name", outline) }
      }
      feed(outline, folders: clean)
    }
  }

  private mutating func feed(_ outline: Outline, folders: [String]) {
    let place = SeedPlace(file: source.name, range: outline.range)
    var seed = FeedSeed(feedURL: outline.xmlURL, authority: .fillAbsent, place: place)
    seed.title = text(outline.title, .title, "a title", outline)
    seed.subtitle = text(outline.description, .description, "a description", outline)
    seed.siteURL = outline.htmlURL.flatMap { keep(SeedValue(address: $0, refusing: .warning), "an htmlUrl", outline) }
    // Radio UserLand and its heirs write "unknown" where there is no language.
    seed.language = outline.language.flatMap { LanguageTag.problem(in: $0) == nil ? $0 : nil }
    seed.folders = folders
    for path in outline.categories {
      let parts = path.compactMap { text($0, .tag, "a category", outline) }
      if !parts.isEmpty { seed.categoryAttributes.append(parts.joined(separator: "/")) }
    }
    file.seeds.feeds.append(seed)
  }

  private mutating func text(_ raw: String?, _ limit: CleanText.Limit, _ what: String, _ outline: Outline) -> String? {
    raw.flatMap { keep(SeedValue(text: $0, limit: limit), what, outline) }
  }

  private mutating func keep(_ value: SeedValue, _ what: String, _ outline: Outline) -> String? {
    for remark in value.remarks {
      file.diagnostics.append(
        Diagnostic(
          remark.severity, rule: remark.rule, "\(what): \(remark.message)", file: source.name, range: outline.range,
          help: remark.help))
    }
    return value.text
  }
}
