package import Catalog
import CloudKitRecords
package import Curation
import FeedHealth

/// An entry of a list with what a check found.
package struct CheckedEntry: Sendable {
  package struct Remark: Sendable {
    package let entryClass: EntryClass
    /// The evidence, as text for a person; never a URL with a password.
    package let text: String
    /// The address to write instead.
    package var target: FeedURL?
    /// The place of the other entry in the list of entries.
    package var other: Int?
  }

  package let seed: FeedSeed
  /// The address; `nil` if it is invalid.
  package let url: FeedURL?
  /// Whether the entry is one to judge, rather than one to compare with.
  package let isJudged: Bool
  /// The feed, if it was read.
  package internal(set) var feed: FoundFeed?
  package internal(set) var remarks: [Remark] = []

  init(_ seed: FeedSeed, isJudged: Bool) {
    self.seed = seed
    self.isJudged = isJudged
    url = try? FeedURL(seed.feedURL)
  }

  /// The class of the most important remark.
  package var entryClass: EntryClass { remarks.map(\.entryClass).min() ?? .alive }

  /// The remarks, the most important first.
  package var sortedRemarks: [Remark] {
    remarks.enumerated().sorted { ($0.element.entryClass, $0.offset) < ($1.element.entryClass, $1.offset) }.map(
      \.element)
  }

  /// The title that the entry states, or else its address.
  package var label: String {
    let title = seed.fields[FeedField.title]?.string ?? ""
    return title.isEmpty ? FeedURL.redacted(seed.feedURL) : title
  }

  mutating func add(_ entryClass: EntryClass, _ text: String, target: FeedURL? = nil, other: Int? = nil) {
    remarks.append(Remark(entryClass: entryClass, text: text, target: target, other: other))
  }

  /// Compares what the entry states with what its feed says of itself.
  mutating func compareDescription() {
    guard let said = feed?.facts.description else { return }
    let title = seed.fields[FeedField.title]?.string ?? ""
    let language = seed.fields[FeedField.language]?.string
    let isOtherTitle =
      !FeedURL.isPlaceholder(title, of: seed.feedURL) && said.title != nil
      && FeedIdentity.isOther(title: said.title.map(FeedWords.plain), than: title)
    let isOtherLanguage = language.flatMap { stated in
      said.language.map { FeedIdentity.isOther(language: $0, than: stated) }
    }
    let titles = "the feed calls itself '\(FeedWords.plain(said.title ?? ""))'"
    let languages = "the feed is in '\(said.language ?? "")', the entry says '\(language ?? "")'"
    if isOtherTitle, isOtherLanguage == true || hasOtherSite(said.siteURL) {
      let site = hasOtherSite(said.siteURL) ? ", of the site \(FeedURL.redacted(said.siteURL ?? ""))" : ""
      add(.replaced, titles + site + (isOtherLanguage == true ? "; " + languages : ""))
    } else {
      if isOtherLanguage == true { add(.otherLanguage, languages) }
      if isOtherTitle { add(.otherTitle, titles) }
    }
  }

  /// Whether the feed names the home page of another site than the entry.
  private func hasOtherSite(_ site: String?) -> Bool {
    guard let stated = seed.fields[FeedField.siteURL]?.string, let site, (try? FeedURL(site)) != nil else {
      return false
    }
    return !FeedHost.isSame(stated, site)
  }
}
