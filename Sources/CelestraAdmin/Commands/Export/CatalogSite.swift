import Articles
import Catalog
import CloudKitRecords
import CommandLineTool
import Curation
import Diagnostics
import HTMLPage
import Syndication

/// The catalog as a site: pages, OPML documents, and an Atom feed of new feeds.
struct CatalogSite {
  private static let (newestOnIndex, newestInFeed) = (9, 50)

  let sections: CatalogSections
  let facts: SiteFacts
  let title: String
  /// The address of the site, with a final slash.
  let url: String?
  private let template: SiteTemplate

  init(_ sections: CatalogSections, _ facts: SiteFacts, title: String, url: String?) throws {
    self.sections = sections
    self.facts = facts
    self.title = title
    self.url = url
    template = try SiteTemplate()
  }

  /// The paths of the site's files in its folder.
  var files: Set<String> {
    let all = sections.categories + sections.collections
    return Set(["index.html", "site.css", "site.js", "feeds.opml", "new.atom", ".nojekyll"])
      .union(all.flatMap { [$0.page, $0.opml] })
  }

  /// - Returns: The values that the OPML documents cannot hold.
  func write(to folder: SiteFolder, progress: (Int) -> Void) async throws -> [String] {
    try folder.write(SiteTemplate.style, to: "site.css")
    try folder.write(SiteTemplate.script, to: "site.js")
    try folder.write("", to: ".nojekyll")
    let newest = try await newest()
    try folder.write(atom(newest), to: "new.atom")
    var index = try folder.open("index.html")
    var all = try folder.open("feeds.opml")
    var document = sections.opml(title: title)
    try index.write(template.head(home(newest)))
    try all.write(document.head())
    var done = 0
    for section in sections.categories {
      var pages = try SectionPages(of: section, in: self, folder)
      let link = SitePage.Link(section.title, to: section.page)
      if !section.feeds.isEmpty {
        try index.write(template.rows(link, id: "c-\(section.slug)", count: section.feeds.count))
      }
      for names in section.feeds.recordPages {
        for (feed, shown) in try await feeds(names) {
          try pages.write(feed, shown, template)
          try index.write(template.row(shown, of: section.page))
          try all.write(document.feed(feed))
        }
        done += names.count
        progress(done)
      }
      if !section.feeds.isEmpty { try index.write(template.groupEnd) }
      try pages.finish(template)
    }
    for section in sections.collections {
      var pages = try SectionPages(of: section, in: self, folder)
      for names in section.feeds.recordPages {
        for (feed, shown) in try await feeds(names) { try pages.write(feed, shown, template) }
      }
      try pages.finish(template)
    }
    try all.write(document.foot())
    try all.finish()
    try index.write(template.foot(root: "", program: Program.current.name))
    try index.finish()
    try folder.finish()
    return document.problems
  }

  /// The documents of a section, which are written at the same time.
  private struct SectionPages: ~Copyable {
    private var page, outlines: OutputFile
    private var document: any ExportDocument

    init(of section: CatalogSections.Section, in site: CatalogSite, _ folder: SiteFolder) throws {
      var page = try folder.open(section.page)
      var outlines = try folder.open(section.opml)
      var document = site.sections.opml(of: section, title: "\(site.title): \(section.title)")
      try page.write(site.template.head(site.page(of: section)) + site.template.entries)
      try outlines.write(document.head())
      self.page = page
      self.outlines = outlines
      self.document = document
    }

    mutating func write(_ feed: ExportedFeed, _ shown: SiteFeed, _ template: SiteTemplate) throws {
      try page.write(template.entry(shown))
      try outlines.write(document.feed(feed))
    }

    consuming func finish(_ template: SiteTemplate) throws {
      try page.write(template.groupEnd + template.foot(root: "../", program: Program.current.name))
      try outlines.write(document.foot())
      try page.finish()
      try outlines.finish()
    }
  }

  private func feeds(_ names: [RecordName]) async throws -> [(ExportedFeed, SiteFeed)] {
    if Task.isCancelled { throw RecordStoreError.stopped }
    return try await facts.shown(sections.feeds(names))
  }

  // MARK: Pages

  private func home(_ newest: [NewFeed]) -> SitePage {
    let counts = [
      (sections.categories.count, sections.categories.count.of("category", "categories")),
      (sections.collections.count, sections.collections.count.of("collection")),
    ].filter { $0.0 > 0 }.map(\.1).joined(separator: " and ")
    return SitePage(
      title, root: "", path: [], text: nil,
      lead: "\(sections.count.of("feed"))\(counts.isEmpty ? "" : " in \(counts)"), as of \(facts.today).",
      opml: "feeds.opml",
      sections: [
        SitePage.Section("Categories", sections.categories.map { card(of: $0, from: "") }),
        SitePage.Section("Collections", sections.collections.map { card(of: $0, from: "") }),
        SitePage.Section(
          "New feeds",
          newest.prefix(Self.newestOnIndex).map { new in
            SitePage.Card(
              .init(new.shown.name, to: "\(new.section.page)#\(new.shown.id)"), note: new.added.day,
              text: new.section.title)
          }),
      ])
  }

  private func page(of section: CatalogSections.Section) -> SitePage {
    let above = section.parents.map { sections.categories[$0] }
    let below = sections.categories.filter { $0.parents.last.map { sections.categories[$0].slug } == section.slug }
    let curator = section.curator.map { " Curated by \(SiteFacts.text($0, atMost: 100))." } ?? ""
    return SitePage(
      section.title, root: "../",
      path: [.init(title, to: "../index.html")] + above.map { .init($0.title, to: "../\($0.page)") },
      text: section.description.map { SiteFacts.text($0, atMost: 600) },
      lead: "\(note(on: section)), as of \(facts.today).\(curator)", opml: "../\(section.opml)",
      sections: section.kind == .categories
        ? [SitePage.Section("Subcategories", below.map { card(of: $0, from: "../") })] : [])
  }

  private func card(of section: CatalogSections.Section, from root: String) -> SitePage.Card {
    SitePage.Card(
      .init(section.title, to: root + section.page), note: note(on: section),
      text: section.description.map { SiteFacts.text($0, atMost: 200) }, opml: root + section.opml)
  }

  private func note(on section: CatalogSections.Section) -> String { section.feeds.count.of("feed") }

  // MARK: New feeds

  private struct NewFeed {
    let feed: ExportedFeed
    let shown: SiteFeed
    let section: CatalogSections.Section
    let added: Timestamp
  }

  private func newest() async throws -> [NewFeed] {
    let newest = sections.newest.prefix(Self.newestInFeed)
    let added = Dictionary(newest.map { ($0.feed, $0.added) }) { first, _ in first }
    return try await feeds(newest.map(\.feed)).compactMap { feed, shown in
      guard let date = added[feed.name],
        let section = sections.categories.first(where: { $0.feeds.contains(feed.name) })
      else { return nil }
      return NewFeed(feed: feed, shown: shown, section: section, added: date)
    }
  }

  private func atom(_ newest: [NewFeed]) -> String {
    let site = url ?? title
    let entries = newest.map { new in
      let about = [new.shown.about, new.feed.url.canonical].compactMap(\.self).joined(separator: "\n")
      return AtomFeed.Entry(
        id: "urn:uuid:" + CatalogName.addition(of: new.feed.name, to: site), title: new.shown.name,
        updated: new.added.description, content: about, link: new.shown.link ?? new.feed.url.canonical,
        category: SiteFacts.text(new.section.title, atMost: 100))
    }
    var feed = AtomFeed(
      id: "urn:uuid:" + CatalogName.additions(to: site), title: "\(title): new feeds",
      updated: (newest.first?.added ?? facts.asOf).description, author: title, entries: entries)
    feed.selfLink = url.map { $0 + "new.atom" }
    feed.pageLink = url
    return feed.xml
  }
}

extension CatalogSections.Section {
  fileprivate var page: String { "\(kind.rawValue)/\(slug).html" }
  fileprivate var opml: String { "opml/\(kind.rawValue)/\(slug).opml" }
}
