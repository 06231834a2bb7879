import Catalog
import CloudKitRecords
import Curation
import Foundation
import JSON

/// The seed files of a model: a JSON file and an OPML list, as curators edit them.
struct ModelFiles: Sendable {
  struct Entry: Hashable, Sendable {
    var url: String
    var former: [String] = []
    var recordName: String?
    var title: String?
    var category: String?
    var isActive: Bool?
    /// Whether the feed is in the collection.
    var isMember = false
  }

  var own: [Entry] = []
  var list: [Entry] = []

  var all: [Entry] { own + list }
  var urls: Set<String> { Set(all.flatMap { [$0.url] + $0.former }) }

  private static func quoted(_ text: String) -> String {
    String(decoding: JSONWriter.document { $0.string(text) }, as: UTF8.self)
  }

  var json: String {
    let feeds = own.map { entry in
      var members = ["\"feedURL\": \(Self.quoted(entry.url))"]
      if !entry.former.isEmpty {
        members.append("\"formerURLs\": [\(entry.former.map(Self.quoted).joined(separator: ", "))]")
      }
      if let name = entry.recordName { members.append("\"recordName\": \(Self.quoted(name))") }
      if let title = entry.title { members.append("\"title\": \(Self.quoted(title))") }
      if let category = entry.category { members.append("\"category\": \(Self.quoted(category))") }
      if let isActive = entry.isActive { members.append("\"isActive\": \(isActive)") }
      return "{\(members.joined(separator: ", "))}"
    }
    let categories = #""categories": [{"slug": "c0", "name": "C0"}, {"slug": "c1", "name": "C1"}]"#
    let members = own.filter(\.isMember).map { Self.quoted($0.url) }.joined(separator: ", ")
    let collections =
      members.isEmpty ? "" : #", "collections": [{"slug": "best", "title": "Best", "feeds": [\#(members)]}]"#
    return "{\(categories), \"feeds\": [\(feeds.joined(separator: ",\n"))]\(collections)}"
  }

  var opml: String {
    let outlines = list.map { entry in
      let former = entry.former.isEmpty ? "" : " celestra:formerURLs=\"\(entry.former.joined(separator: " "))\""
      let active = entry.isActive.map { " celestra:isActive=\"\($0)\"" } ?? ""
      return "<outline text=\"\(entry.title ?? "")\" xmlUrl=\"\(entry.url)\"\(former)\(active)/>"
    }
    return "<opml version=\"2.0\" xmlns:celestra=\"urn:x\"><body>\n\(outlines.joined(separator: "\n"))\n</body></opml>"
  }

  /// Reads the entries again, after a command has edited the files or written another one.
  mutating func read(_ seeds: SeedCatalog) {
    let members = Set(seeds.collections.flatMap { $0.feeds ?? [] }.map(\.feedURL))
    func entry(_ seed: FeedSeed) -> Entry {
      Entry(
        url: seed.feedURL, former: seed.formerURLs, recordName: seed.recordName?.rawValue,
        title: seed.fields[FeedField.title]?.string, category: seed.fields[FeedField.category]?.string,
        isActive: seed.fields[FeedField.isActive].map { $0 == .flag(true) }, isMember: members.contains(seed.feedURL))
    }
    own = seeds.feeds.filter { $0.authority == .named }.map(entry)
    list = seeds.feeds.filter { $0.authority == .fillAbsent }.map(entry)
  }
}
