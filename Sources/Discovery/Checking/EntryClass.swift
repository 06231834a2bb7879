package import Diagnostics
package import FeedHealth

/// The class of an entry of a list, the most important first: an entry with several findings has the first.
package enum EntryClass: String, CaseIterable, Comparable, Sendable {
  /// No feed can be fetched from the address.
  case invalid
  /// Another entry has the address, or the address that it redirects to.
  case duplicate
  /// The server says that the feed is gone, or its host does not exist.
  case dead
  /// The address answers with something other than a feed.
  case notAFeed = "not-a-feed"
  /// Another entry has the same items.
  case sameItems = "same-items"
  /// The address serves another feed than the one that the entry describes.
  case replaced
  /// The feed could not be read this time.
  case failing
  /// The server or its robots.txt refuses this program; readers may have access.
  case refused
  /// The feed has a new address.
  case moved
  /// The feed has another language than the entry.
  case otherLanguage = "other-language"
  /// The feed has no items.
  case empty
  /// The feed has errors that stricter readers refuse.
  case malformed
  /// The feed has not published for longer than its rhythm explains.
  case silent
  /// The feed has another title than the entry.
  case otherTitle = "other-title"
  /// Nothing is wrong.
  case alive

  package static func < (lhs: EntryClass, rhs: EntryClass) -> Bool { lhs.rank < rhs.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// What a class means for the list: how severe it is, whether the feed works, and what the maintainer should do.
  package struct Row: Sendable {
    /// `nil` if there is nothing to report.
    package let severity: Diagnostic.Severity?
    /// Whether the feed can be read; `nil` if that is unknown.
    package let isLive: Bool?
    package let advice: String
  }

  package var row: Row {
    switch self {
    case .invalid: Row(severity: .error, isLive: false, advice: "give the feed's http or https address")
    case .duplicate: Row(severity: .error, isLive: false, advice: "remove one of the two entries")
    case .dead: Row(severity: .error, isLive: false, advice: "ask for the feed's new address, or remove the entry")
    case .notAFeed: Row(severity: .error, isLive: false, advice: "ask for the address of the feed")
    case .sameItems: Row(severity: .warning, isLive: true, advice: "keep the entry with the better address")
    case .replaced: Row(severity: .warning, isLive: false, advice: "look at the site: the address may have a new owner")
    case .failing: Row(severity: .warning, isLive: nil, advice: "check again on another day before removing anything")
    case .refused: Row(severity: .warning, isLive: nil, advice: "open the feed in a browser or reader")
    case .moved: Row(severity: .warning, isLive: true, advice: "write the new address")
    case .otherLanguage: Row(severity: .warning, isLive: true, advice: "check the language of the articles")
    case .empty: Row(severity: .warning, isLive: true, advice: "ask whether the site will publish")
    case .malformed: Row(severity: .info, isLive: true, advice: "tell the author, with the line")
    case .silent: Row(severity: .info, isLive: true, advice: "decide whether the list keeps quiet feeds")
    case .otherTitle: Row(severity: .info, isLive: true, advice: "check that it is the same feed")
    case .alive: Row(severity: nil, isLive: true, advice: "")
    }
  }

  /// Returns the class that the verdict of a fetch gives by itself.
  /// - Parameter status: the status of the answer; `nil` without one.
  package init(_ verdict: Verdict, status: Int?) {
    switch verdict.verdictClass {
    case .ok, .notModified, .replaced, .renamed: self = .alive
    case .moved: self = .moved
    case .stale: self = .silent
    case .emptyFeed: self = .empty
    case .malformed: self = verdict.isUp == true ? .malformed : .failing
    case .notAFeed: self = .notAFeed
    case .robots where verdict.isUp == false: self = .failing
    case .robots, .botWall: self = .refused
    // A certificate that has expired is the most frequent failure, and the owner renews it.
    case .tls, .rateLimited, .timeout, .empty: self = .failing
    case .localNetwork: self = .invalid
    // Only 404 and 410 say that nothing is there: other refusals are of this client, often by a wall without a name.
    case .http4xx where [401, 402, 403, 406, 451].contains(status): self = .refused
    case .http4xx: self = status == 404 || status == 410 ? .dead : .failing
    case .dns, .connect, .http5xx, .redirectLoop, .tooLarge: self = verdict.isPermanent ? .dead : .failing
    }
  }
}
