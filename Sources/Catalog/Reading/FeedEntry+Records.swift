import CloudKitRecords

/// Entries straight from records: only the fields of a scope are looked at, where a model looks at all there are.
extension FeedEntry {
  init(feed record: Record, metadata: Record?, _ scope: EntryScope) throws(RecordDecodingError) {
    let fields = try FieldReader<PublicFeed>(record)
    let feedURL = try fields.required(.feedURL, fields.string)
    self.init(recordName: record.name, title: try fields.required(.title, fields.string), feedURL: feedURL)
    changeTag = record.changeTag
    category = try fields.reference(.category)?.rawValue
    isActive = try fields.flag(.isActive) ?? true
    if scope != .health {
      isVerified = try fields.flag(.isVerified) ?? false
      isFeatured = try fields.flag(.isFeatured) ?? false
      qualityScore = try fields.double(.qualityScore).flatMap { Int(exactly: ($0 + 0.5).rounded(.down)) }
      subscriberCount = try fields.integer(.subscriberCount)
    }
    if scope != .numbers { updateFrequency = try fields.integer(.updateFrequency).map(Double.init) }
    if scope == .details { details = FeedDetails(try PublicFeed(record: record)) }
    if let metadata { try read(metadata: metadata, scope) }
  }

  private mutating func read(metadata record: Record, _ scope: EntryScope) throws(RecordDecodingError) {
    let fields = try FieldReader<FeedMetadata>(record)
    if scope != .health {
      metadata = Metadata(
        recordName: record.name, changeTag: record.changeTag, subscriberCount: try fields.integer(.subscriberCount),
        subscriberPeriod: try fields.string(.subscriberPeriod))
    }
    totalAttempts = try fields.integer(.totalAttempts)
    successfulAttempts = try fields.integer(.successfulAttempts)
    failureCount = try fields.integer(.failureCount)
    if scope == .numbers { return }
    lastAttempted = try fields.timestamp(.lastAttempted)
    lastFetchSuccess = try fields.timestamp(.lastFetchSuccess)
    lastFailureReason = try fields.string(.lastFailureReason)
    uptimePercentage = try fields.double(.uptimePercentage)
    averageArticlesPerWeek = try fields.double(.averageArticlesPerWeek)
    if scope == .health { return }
    lastFetchFailure = try fields.timestamp(.lastFetchFailure)
    healthStatus = try fields.string(.healthStatus)
    etag = try fields.string(.etag)
    lastModified = try fields.string(.lastModified)
    minUpdateInterval = try fields.integer(.minUpdateInterval)
    details?.averageRating = try fields.double(.averageRating)
    details?.ratingCount = try fields.integer(.ratingCount)
  }
}
