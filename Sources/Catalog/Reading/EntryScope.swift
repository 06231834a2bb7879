/// How much of a feed is read: a catalogue may have a million, and most jobs need little of each.
package enum EntryScope: Sendable {
  /// All of an entry but its `FeedDetails`.
  case standard
  /// Who it is, what the editors say of it, and its counters.
  case numbers
  /// Who it is, and how it is.
  case health
  /// All of an entry.
  case details

  /// The fields of a `PublicFeed`.
  var publicFeedFields: [PublicFeed.Field] {
    let numbers: [PublicFeed.Field] = [
      .title, .feedURL, .category, .isVerified, .isFeatured, .isActive, .qualityScore, .subscriberCount,
    ]
    switch self {
    case .numbers: return numbers
    case .health: return [.title, .feedURL, .category, .isActive, .updateFrequency]
    case .standard: return numbers + [.updateFrequency]
    case .details: return numbers + [.updateFrequency, .subtitle, .siteURL, .imageURL, .language, .tags]
    }
  }

  /// The fields of a `FeedMetadata`.
  var metadataFields: [FeedMetadata.Field] {
    let numbers: [FeedMetadata.Field] = [
      .feedReference, .subscriberCount, .subscriberPeriod, .totalAttempts, .successfulAttempts, .failureCount,
    ]
    let health: [FeedMetadata.Field] = [
      .lastAttempted, .lastFetchSuccess, .lastFailureReason, .uptimePercentage, .averageArticlesPerWeek,
    ]
    let measures = health + [.lastFetchFailure, .healthStatus, .etag, .lastModified, .minUpdateInterval]
    switch self {
    case .numbers: return numbers
    case .health: return [.feedReference, .totalAttempts, .successfulAttempts, .failureCount] + health
    case .standard: return numbers + measures
    case .details: return numbers + measures + [.averageRating, .ratingCount]
    }
  }

  /// The fields of a `Feed`.
  var feedFields: [Feed.Field] {
    let numbers: [Feed.Field] = [
      .title, .feedURL, .category, .isVerified, .isFeatured, .isActive, .qualityScore, .subscriberCount,
      .totalAttempts, .successfulAttempts, .failureCount,
    ]
    let measures: [Feed.Field] = [
      .updateFrequency, .lastAttempted, .lastVerified, .lastFailureReason, .etag, .lastModified, .minUpdateInterval,
    ]
    switch self {
    case .numbers: return numbers
    case .health:
      return [
        .title, .feedURL, .category, .isActive, .totalAttempts, .successfulAttempts, .failureCount, .updateFrequency,
        .lastAttempted, .lastVerified, .lastFailureReason,
      ]
    case .standard: return numbers + measures
    case .details: return numbers + measures + [.description, .siteURL, .imageURL, .language, .tags]
    }
  }
}
