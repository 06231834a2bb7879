/// What few jobs need to know of a feed; a reader gives it only where it is asked for.
package struct FeedDetails: Hashable, Sendable {
  /// What a feed says of itself.
  package struct Described: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A subtitle or description.
    package static let description = Described(rawValue: 1)
    /// A home page.
    package static let siteURL = Described(rawValue: 2)
    /// A logo or icon.
    package static let imageURL = Described(rawValue: 4)
    /// A language.
    package static let language = Described(rawValue: 8)
    /// At least one tag.
    package static let tags = Described(rawValue: 16)
  }

  /// What it says of itself.
  package var described: Described = []
  /// The mean rating, 0…5, as stored.
  package var averageRating: Double?
  /// How many ratings the mean is of, as stored.
  package var ratingCount: Int?

  /// Nothing.
  package init() {}

  init(_ feed: PublicFeed) {
    described = Described(feed.subtitle, feed.siteURL, feed.imageURL, feed.language, feed.tags)
  }

  init(_ feed: Feed) {
    described = Described(feed.description, feed.siteURL, feed.imageURL, feed.language, feed.tags)
  }
}

extension FeedDetails.Described {
  fileprivate init(
    _ description: String?, _ siteURL: String?, _ imageURL: String?, _ language: String?, _ tags: [String]?
  ) {
    self = []
    let texts: [(String?, Self)] = [
      (description, .description), (siteURL, .siteURL), (imageURL, .imageURL), (language, .language),
    ]
    for (text, part) in texts where text?.utf8.contains(where: { $0 > 0x20 }) == true { insert(part) }
    if tags?.isEmpty == false { insert(.tags) }
  }
}
