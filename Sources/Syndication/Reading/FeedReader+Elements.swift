import Notation
import XML

import struct Foundation.Date

extension FeedReader {
  mutating func begin(_ element: FeedElement, _ attributes: [String: String], named name: Range<Int>) {
    switch (element, place) {
    case (.rss, .nothing), (.rdf, .nothing), (.atomFeed, .nothing), (.channel, .nothing):
      guard feed == nil else { return }
      beginFeed(element, attributes, named: name)
    case (.channel, .feed), (.items, .feed), (.mediaGroup, .item): break
    case (.item, .feed):
      item = ItemBuilder()
      item?.about = attributes["rdf:about"] ?? attributes["about"]
      place = .item
      if feed?.format == .channel { readChannelAttributes(attributes) }
      if let language = attributes["xml:lang"] { store(language, as: .language) }
    case (.image, .feed): place = .image
    case (.source, .item) where feed?.format == .atom:
      item?.hasSource = true
      place = .source
    case (.author, .source): capture(element, attributes)
    case (.author, .feed) where feed?.format == .atom: capture(element, attributes)
    case (.enclosure, .item), (.mediaContent, .item), (.thumbnail, .item), (.thumbnail, .media), (.otherImage, .item):
      beginMedia(element, attributes)
    case (.robots, .feed):
      let rules = attributes["content"]?.lowercased() ?? ""
      if attributes["name"]?.lowercased() == "robots", ["noarchive", "nosnippet"].contains(where: rules.contains) {
        feed?.forbidsArchives = true
      }
      place = .nothing
    case (.url, .image): capture(element, attributes)
    case (.otherImage, .feed):
      if let image = attributes["href"] { store(resolved(image), as: .otherImage) }
      place = .nothing
    case (.otherSummary, .item) where scope.namespace(of: prefix(of: name)) == .media:
      // Media RSS: the default type of a description is plain text.
      capture(element, attributes.merging(["type": "plain"]) { stated, _ in stated })
    case (let text, .feed) where Self.feedTexts.contains(text): capture(text, attributes)
    case (let text, .item) where Self.itemTexts.contains(text): capture(text, attributes)
    default: place = .nothing
    }
    if element == .channel, let language = attributes["xml:lang"] { store(language, as: .language) }
  }

  /// Reads the address of an image: a thumbnail, an image among the media files, or the image of a podcast.
  private mutating func beginMedia(_ element: FeedElement, _ attributes: [String: String]) {
    place = element == .mediaContent ? .media : .nothing
    let isImage = attributes["medium"]?.lowercased() == "image" || attributes["type"]?.hasPrefix("image/") == true
    let preference: Int? =
      switch element {
      case .thumbnail: 0
      case .mediaContent where isImage: 1
      case .enclosure where isImage: 2
      case .otherImage: 3
      default: nil
      }
    guard let preference, let address = attributes["url"] ?? attributes["href"], !address.isEmpty else { return }
    let image = resolved(address)
    item?.add(image: image, preference: preference)
  }

  private mutating func beginFeed(_ element: FeedElement, _ attributes: [String: String], named name: Range<Int>) {
    var format = FeedFormat.rss
    var version = attributes["version"].flatMap { $0.isEmpty ? nil : $0 }
    switch element {
    case .channel: format = .channel
    case .rdf:
      format = .rdf
      let isNetscape = scanner.attributes.contains {
        String(decoding: scanner.bytes[$0.value], as: UTF8.self).contains("/rdf/simple/0.9")
      }
      version = isNetscape ? "0.90" : "1.0"
    case .atomFeed:
      format = .atom
      switch scope.namespace(of: prefix(of: name)) {
      case .atom10: version = "1.0"
      case .atom03: version = "0.3"
      default: break
      }
    default: break
    }
    if let version, !Self.versions.contains(version) { problems.note(.unknownVersion, at: name.lowerBound) }
    feed = FeedBuilder(format: format, version: version)
    if let language = attributes["xml:lang"] { store(language, as: .language) }
    place = .feed
    if format == .channel { readChannelAttributes(attributes) }
  }

  /// Reads the link and date that the Channel Definition Format has in attributes.
  private mutating func readChannelAttributes(_ attributes: [String: String]) {
    finishLink(nil, attributes)
    if let text = attributes["lastmod"] { store(text, as: .updated) }
  }

  private static let versions: Set<String> = ["0.3", "0.90", "0.91", "0.92", "0.93", "0.94", "1.0", "2.0", "2.0.1"]

  private static let feedTexts: [FeedElement] = [
    .title, .link, .atomLink, .description, .id, .published, .created, .updated, .language, .updateInterval,
    .updatePeriod, .updateFrequency, .logo, .icon, .otherTitle, .otherSummary, .otherDate, .block,
  ]

  private static let itemTexts: [FeedElement] = [
    .title, .link, .atomLink, .description, .summary, .content, .id, .published, .created, .updated, .author, .category,
    .otherTitle, .otherSummary, .otherDate, .otherAuthor, .language, .keywords, .block,
  ]

  mutating func resolved(_ link: String) -> String { links.resolve(link, base: bases.last) }

  /// Whether an element holds an item's text, whose links refer to the item's page.
  func isBody(_ element: FeedElement) -> Bool {
    place == .item && [.description, .summary, .otherSummary, .content].contains(element)
  }

  /// Returns the base of links in an element; `nil` for the text of an item without an `xml:base`, which only the whole
  /// document tells.
  func base(of element: FeedElement) -> String? {
    isBody(element) && bases.count == documentBases ? nil : bases.last
  }

  mutating func finish(_ capture: TextCapture) {
    let isBody = isBody(capture.element)
    let value = capture.value(base: base(of: capture.element), keepsFragments: isBody, budget: &links)
    switch capture.element {
    case .url where place == .image:
      guard let value else { return }
      let address = resolved(value)
      feed?.image = address
    case .link: finishLink(value, capture.attributes)
    case .atomLink: finishLink(value, capture.attributes, isForeign: feed?.format != .atom)
    case .author where place == .source:
      if let value { item?.texts.set(.otherAuthor, value, date: nil) }
    case .category where place == .item:
      // The term identifies an Atom category; RSS has it as text.
      if let category = capture.attributes["term"] ?? value ?? capture.attributes["label"] {
        item?.add(category: category)
      }
    case .keywords:
      for word in value?.split(separator: ",") ?? [] { item?.add(category: String(word)) }
    default:
      guard let value else { return }
      if capture.element == .id {
        finishID(value, capture)
      } else {
        if capture.element == .title { item?.item.isTitleText = capture.isText }
        if capture.element == .content { item?.item.isContentText = capture.isText }
        if capture.element == .summary { item?.item.isSummaryText = capture.isText }
        if capture.element == .otherSummary { item?.addOtherSummary(isText: capture.isText) }
        store([.logo, .icon].contains(capture.element) ? resolved(value) : value, as: capture.element)
      }
    }
  }

  /// Stores a text, and its date if the element is a date.
  private mutating func store(_ text: String, as element: FeedElement) {
    let date = Self.dates.contains(element) ? date(text) : nil
    if place == .item {
      item?.texts.set(element, text, date: date)
    } else {
      feed?.texts.set(element, text, date: date)
    }
  }

  /// Stores an identifier; an address is also the link if there is no other.
  private mutating func finishID(_ value: String, _ capture: TextCapture) {
    let isPermanent = capture.attributes["ispermalink"]?.lowercased() != "false"
    let link = isPermanent && URLReference.isWebAddress(value) ? resolved(value) : nil
    guard place == .item else {
      if let link { feed?.idLink = link }
      return
    }
    // Only identifiers in Atom are always addresses, relative to a base in the feed itself.
    let isRelativeToBase = feed?.format == .atom && bases.count > documentBases
    let id = isRelativeToBase ? resolved(value) : value
    item?.item.id = id
    item?.item.paddedID = isRelativeToBase ? nil : capture.paddedText
    if let link { item?.idLink = link }
  }

  private static let dates: [FeedElement] = [.published, .created, .updated, .otherDate]

  private static func kind(of link: [String: String], isForeign: Bool) -> PageLink.Kind {
    if let type = link["type"], !type.lowercased().contains("html") { return .other }
    if link["hreflang"] != nil { return .translation }
    return isForeign ? .foreign : .page
  }

  private mutating func finishLink(_ text: String?, _ attributes: [String: String], isForeign: Bool = false) {
    guard let reference = attributes["href"] ?? text, !reference.isEmpty else { return }
    let link = resolved(reference)
    let relation = attributes["rel"]?.lowercased() ?? "alternate"
    if relation == "enclosure", place == .item, attributes["type"]?.hasPrefix("image/") == true {
      item?.add(image: link, preference: 2)
    } else if relation == "alternate" {
      let kind = Self.kind(of: attributes, isForeign: isForeign)
      if place == .item { item?.link.set(link, kind) } else { feed?.link.set(link, kind) }
    }
  }

  /// Stores the item, or counts it only.
  mutating func finishItem() {
    guard let item else { return }
    self.item = nil
    let count = (feed?.itemCount ?? 0) + 1
    feed?.itemCount = count
    if count <= FeedLimits.items {
      if !item.statesAuthor { feed?.itemsWithoutAuthor.append(count - 1) }
      feed?.items.append(item.finished())
    } else if count == FeedLimits.items + 1 {
      problems.note(.tooManyItems, at: scanner.position)
    }
  }

  private mutating func date(_ text: String) -> Date? {
    if let date = WrittenDate.date(text) { return date }
    problems.note(.badDate, at: scanner.position)
    return nil
  }
}
