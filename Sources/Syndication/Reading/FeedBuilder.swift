import struct Foundation.Date

/// A feed while it is being read.
struct FeedBuilder {
  var format: FeedFormat
  var version: String?
  var title: String?
  var link: String?
  var idLink: String?
  var description: String?
  var language: String?
  var image: String?
  var logo: String?
  var icon: String?
  var otherTitle: String?
  var otherDescription: String?
  var otherImage: String?
  var updated: Date?
  var published: Date?
  var otherDate: Date?
  var minutesToLive: Int?
  var updatePeriod: String?
  var updateFrequency: Int?
  var items: [FeedItem] = []
  var itemCount = 0

  init(format: FeedFormat, version: String?) {
    self.format = format
    self.version = version
  }

  /// Takes a text for what its element means.
  mutating func take(_ element: FeedElement, _ value: String, date: Date?) {
    switch element {
    case .title: title = value
    case .description: description = value
    case .published: published = date ?? published
    case .updated: updated = date ?? updated
    case .otherDate: otherDate = date ?? otherDate
    case .language: language = value
    case .updateInterval: minutesToLive = Int(value)
    case .updatePeriod: updatePeriod = value
    case .updateFrequency: updateFrequency = Int(value)
    case .logo: logo = value
    case .icon: icon = value
    case .otherImage: otherImage = otherImage ?? value
    case .otherTitle: otherTitle = value
    case .otherSummary: otherDescription = otherDescription ?? value
    default: break
    }
  }

  /// Takes a link, the last to a page before any other.
  mutating func take(link: String, isPage: Bool) {
    if isPage || self.link == nil { self.link = link }
  }

  /// The feed with what it lacks filled in.
  func document(problems: [FeedProblem]) -> FeedDocument {
    FeedDocument(
      format: format, version: version, title: title ?? otherTitle, siteLink: link ?? idLink,
      description: description ?? otherDescription, language: language,
      image: image ?? logo ?? otherImage ?? icon, updated: updated ?? published ?? otherDate,
      updateInterval: interval, items: items, itemCount: itemCount, problems: problems)
  }

  /// The seconds between two fetches; a year at most, as some write nonsense.
  private var interval: Int? {
    if let minutesToLive, minutesToLive > 0 { return min(minutesToLive, 525_600) * 60 }
    guard let updatePeriod else { return nil }
    let hours: [String: Int] = ["hourly": 1, "daily": 24, "weekly": 168, "monthly": 720, "yearly": 8760]
    return hours[updatePeriod.lowercased()].map { $0 * 3600 / max(1, updateFrequency ?? 1) }
  }
}
