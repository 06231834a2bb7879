import XML

import struct Foundation.Date

extension FeedReader {
  /// Takes note of an element that begins outside any text.
  mutating func begin(_ element: FeedElement, _ attributes: FeedAttributes, named name: Range<Int>) {
    switch (element, place) {
    case (.rss, .nothing), (.rdf, .nothing), (.atomFeed, .nothing), (.channel, .nothing):
      guard feed == nil else { return }
      beginFeed(element, attributes, named: name)
    case (.channel, .feed), (.items, .feed), (.mediaGroup, .item): break
    case (.item, .feed):
      item = ItemBuilder()
      item?.about = attributes.about
      place = .item
      if feed?.format == .channel { takeChannelAttributes(attributes) }
    case (.image, .feed): place = .image
    case (.person, .item):
      item?.person = ItemBuilder.Person()
      capture(.personText, attributes)
    case (.name, _), (.email, _):
      if captures.isEmpty { place = .nothing } else { capture(element, attributes) }
    case (.url, .image): capture(element, attributes)
    case (.url, _): if captures.isEmpty { place = .nothing } else { capture(element, attributes) }
    case (.enclosure, .item), (.mediaContent, .item):
      let enclosure = enclosure(attributes.url, attributes)
      item?.add(enclosure)
      place = .nothing
    case (.otherImage, .feed):
      if let image = attributes.href {
        let address = resolved(image)
        feed?.take(.otherImage, address, date: nil)
      }
      place = .nothing
    case (let text, .feed) where Self.ofFeeds.contains(text): capture(text, attributes)
    case (let text, .item) where Self.ofItems.contains(text): capture(text, attributes)
    default: place = .nothing
    }
    if element == .channel, let language = attributes.language { feed?.take(.language, language, date: nil) }
  }

  private mutating func beginFeed(_ element: FeedElement, _ attributes: FeedAttributes, named name: Range<Int>) {
    var format = FeedFormat.rss
    var version = attributes.version.flatMap { $0.isEmpty ? nil : $0 }
    switch element {
    case .channel: format = .channel
    case .rdf:
      format = .rdf
      let isNetscapes = scanner.attributes.contains {
        String(decoding: scanner.bytes[$0.value], as: UTF8.self).contains("/rdf/simple/0.9/")
      }
      version = isNetscapes ? "0.90" : "1.0"
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
    feed?.language = attributes.language
    place = .feed
    if format == .channel { takeChannelAttributes(attributes) }
  }

  /// Channel Definition Format has link and date in attributes.
  private mutating func takeChannelAttributes(_ attributes: FeedAttributes) {
    finishLink(nil, attributes)
    guard let text = attributes.lastModified else { return }
    let date = date(text)
    if place == .item {
      item?.take(.updated, text, date: date)
    } else {
      feed?.take(.updated, text, date: date)
    }
  }

  private static let versions: Set<String> = ["0.3", "0.90", "0.91", "0.92", "0.93", "0.94", "1.0", "2.0", "2.0.1"]

  private static let ofFeeds: [FeedElement] = [
    .title, .link, .description, .id, .published, .updated, .language, .updateInterval, .updatePeriod,
    .updateFrequency, .logo, .icon, .otherTitle, .otherSummary, .otherDate,
  ]

  private static let ofItems: [FeedElement] = [
    .title, .link, .description, .summary, .content, .id, .published, .updated, .category, .otherTitle,
    .otherSummary, .otherDate, .otherAuthor,
  ]

  mutating func resolved(_ link: String) -> String { links.resolve(link, base: bases.last) }

  mutating func enclosure(_ url: String?, _ attributes: FeedAttributes) -> FeedEnclosure? {
    guard let url, !url.isEmpty else { return nil }
    return FeedEnclosure(
      url: resolved(url), type: attributes.type,
      length: attributes.length.flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 })
  }

  /// Puts a text where it belongs.
  mutating func finish(_ capture: TextCapture) {
    let value = capture.value(base: bases.last, budget: &links)
    switch capture.element {
    case .personText:
      item?.endPerson(text: value)
      return
    case .name: item?.person?.name = value
    case .email: item?.person?.email = value
    case .url where place == .image:
      guard let value else { return }
      let address = resolved(value)
      feed?.image = address
    case .link: finishLink(value, capture.attributes)
    case .category:
      if let category = capture.attributes.term ?? capture.attributes.label ?? value { item?.add(category: category) }
    default:
      guard let value else { return }
      let date = Self.dates.contains(capture.element) ? date(value) : nil
      if capture.element == .id {
        finishID(value, isPermanent: capture.attributes.isPermanentLink)
      } else if place == .item {
        item?.take(capture.element, value, date: date)
      } else {
        let text = [.logo, .icon].contains(capture.element) ? resolved(value) : value
        feed?.take(capture.element, text, date: date)
      }
    }
  }

  /// An identifier that is an address is a link too, which counts where there is no other.
  private mutating func finishID(_ value: String, isPermanent: Bool) {
    let link = isPermanent && URLReference.isWebAddress(value) ? resolved(value) : nil
    guard place == .item else {
      if let link { feed?.idLink = link }
      return
    }
    // Only Atom's identifiers are addresses by rule, and only a base that the feed states is meant for them.
    let isSeenFromBase = feed?.format == .atom && bases.count > documentBases
    let id = isSeenFromBase ? resolved(value) : value
    item?.item.id = id
    if let link { item?.idLink = link }
  }

  private static let dates: [FeedElement] = [.published, .updated, .otherDate]

  private mutating func finishLink(_ text: String?, _ attributes: FeedAttributes) {
    guard let reference = attributes.href ?? text, !reference.isEmpty else { return }
    let link = resolved(reference)
    let rel = attributes.rel ?? "alternate"
    if place == .item, rel == "enclosure" {
      let enclosure = enclosure(attributes.href, attributes)
      item?.add(enclosure)
    } else if rel == "alternate" {
      let isPage = attributes.type.map { $0.lowercased().contains("html") } ?? true
      if place == .item { item?.take(link: link, isPage: isPage) } else { feed?.take(link: link, isPage: isPage) }
    }
  }

  /// Keeps the item that ends, or only counts it.
  mutating func finishItem() {
    guard let item else { return }
    self.item = nil
    let count = (feed?.itemCount ?? 0) + 1
    feed?.itemCount = count
    if count <= limits.items {
      feed?.items.append(item.finished())
    } else if count == limits.items + 1 {
      problems.note(.tooManyItems, at: scanner.position)
    }
  }

  private mutating func date(_ text: String) -> Date? {
    if let date = FeedDate.parse(text) { return date }
    problems.note(.badDate, at: scanner.position)
    return nil
  }
}
