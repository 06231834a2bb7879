import CloudKitRecords

/// The set of feed fields to read. A catalog may have a million feeds, and most jobs need few fields.
package enum EntryScope: CaseIterable, Sendable {
  /// All fields of an entry except `FeedDetails`.
  case standard
  /// Identity, curated fields and counters.
  case numbers
  /// Identity and health.
  case health
  /// All fields of an entry.
  case details

  /// The fields of the feed's record.
  var feedFields: [CatalogField] {
    (EntryFact.ofFeed[self] ?? []).map(\.field) + (self == .details ? FeedDetails.fields : [])
  }

  /// The fields of the feed's measurements.
  var metadataFields: [CatalogField] { (EntryFact.ofMetadata[self] ?? []).map(\.field) }
}

/// A fact of an entry: its field, and how an entry gets its value.
struct EntryFact: Sendable {
  typealias Reading =
    @Sendable (inout FeedEntry, FieldReader, CatalogField) throws(RecordDecodingError) -> Void

  let field: CatalogField
  let read: Reading
  private let scopes: [EntryScope]

  /// Creates a fact of some scopes; without `read`, the entry reads the field itself.
  private init(
    _ field: CatalogField, _ scopes: [EntryScope] = EntryScope.allCases, read: @escaping Reading = { _, _, _ in }
  ) {
    self.field = field
    self.read = read
    self.scopes = scopes
  }

  private static let editorial: [EntryScope] = [.standard, .numbers, .details]
  private static let fetches: [EntryScope] = [.standard, .health, .details]
  private static let answers: [EntryScope] = [.standard, .details]

  /// The facts in the feed's record, by scope.
  static let ofFeed = byScope([
    EntryFact(FeedField.title),
    EntryFact(FeedField.feedURL),
    EntryFact(FeedField.category) { $0.category = try $1.name($2) },
    EntryFact(FeedField.isActive) { $0.isActive = try $1.flag($2) ?? true },
    EntryFact(FeedField.isVerified, editorial) { $0.isVerified = try $1.flag($2) ?? false },
    EntryFact(FeedField.isFeatured, editorial) { $0.isFeatured = try $1.flag($2) ?? false },
    EntryFact(FeedField.qualityScore, editorial) {
      $0.qualityScore = try $1.number($2).flatMap { Int(exactly: ($0 + 0.5).rounded(.down)) }
    },
    EntryFact(FeedField.subscriberCount, editorial) { $0.subscriberCount = try $1.integer($2) },
    EntryFact(FeedField.updateFrequency, fetches) { $0.updateFrequency = try $1.number($2) },
  ])

  /// The facts among the feed's measurements, by scope.
  static let ofMetadata = byScope([
    EntryFact(MetadataField.feedReference),
    EntryFact(MetadataField.totalAttempts) { $0.totalAttempts = try $1.integer($2) },
    EntryFact(MetadataField.successfulAttempts) { $0.successfulAttempts = try $1.integer($2) },
    EntryFact(MetadataField.failureCount) { $0.failureCount = try $1.integer($2) },
    EntryFact(MetadataField.subscriberCount, editorial) { $0.metadata?.subscriberCount = try $1.integer($2) },
    EntryFact(MetadataField.subscriberPeriod, editorial) { $0.metadata?.subscriberPeriod = try $1.string($2) },
    EntryFact(MetadataField.lastAttempted, fetches) { $0.lastAttempted = try $1.date($2) },
    EntryFact(MetadataField.lastFetchSuccess, fetches) { $0.lastFetchSuccess = try $1.date($2) },
    EntryFact(MetadataField.lastFailureReason, fetches) { $0.lastFailureReason = try $1.string($2) },
    EntryFact(MetadataField.uptimePercentage, fetches) { $0.uptimePercentage = try $1.number($2) },
    EntryFact(MetadataField.averageArticlesPerWeek, fetches) { $0.averageArticlesPerWeek = try $1.number($2) },
    EntryFact(MetadataField.etag, answers) { $0.etag = try $1.string($2) },
    EntryFact(MetadataField.lastModified, answers) { $0.lastModified = try $1.string($2) },
    EntryFact(MetadataField.minUpdateInterval, answers) {
      $0.minUpdateInterval = try $1.number($2).flatMap { Int(exactly: $0.rounded()) }
    },
    EntryFact(MetadataField.averageRating, [.details]) { $0.details?.averageRating = try $1.number($2) },
    EntryFact(MetadataField.ratingCount, [.details]) { $0.details?.ratingCount = try $1.integer($2) },
  ])

  private static func byScope(_ facts: [EntryFact]) -> [EntryScope: [EntryFact]] {
    Dictionary(
      uniqueKeysWithValues: EntryScope.allCases.map { scope in (scope, facts.filter { $0.scopes.contains(scope) }) })
  }
}
