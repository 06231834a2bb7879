package import Catalog
package import CloudKitRecords
package import Diagnostics

/// A feed stated in a seed file.
package struct FeedSeed: Hashable, Sendable {
  /// The feed's address as written.
  package var feedURL: String
  /// Addresses that the feed had before, as written.
  package var formerURLs: [String] = []
  /// The name of the feed's record; `nil` to derive it from the address.
  package var recordName: RecordName?
  /// The fields that the file states, except the address.
  package var fields = SeedFields(.feeds)
  /// The feed's folders in a list, outermost first. Empty in the project's own JSON files.
  package var folders: [String] = []
  /// The items of the OPML `category` attribute.
  package var categoryAttributes: [String] = []
  /// The one category that a table or keyed list names, which is also among the attributes.
  package var categoryName: String?
  /// Whether a list states in this program's own attribute that the feed is active or not, which sets the flag of an
  /// existing feed, too.
  var setsActive = false
  package var authority: SeedAuthority
  package var place: SeedPlace

  package init(feedURL: String, authority: SeedAuthority, place: SeedPlace) {
    self.feedURL = feedURL
    self.authority = authority
    self.place = place
  }

  /// The identities of the present address and the former ones.
  package var keys: Set<FeedURL.Key> { Set(([feedURL] + formerURLs).compactMap { try? FeedURL($0).key }) }

  var tags: [String]? { fields[FeedField.tags]?.list?.compactMap(\.string) }

  /// Whether another seed has the same folders and category attributes.
  func isBeside(_ other: FeedSeed) -> Bool {
    folders == other.folders && categoryAttributes == other.categoryAttributes
  }
}

/// A category or collection stated in a seed file.
package struct SluggedSeed: Hashable, Sendable {
  /// A feed of a collection.
  package struct Member: Hashable, Sendable {
    /// The feed's address as written.
    package let feedURL: String
    let range: SourceRange?

    package init(feedURL: String, range: SourceRange?) {
      self.feedURL = feedURL
      self.range = range
    }
  }

  /// The URL-safe identifier, which determines the record name.
  package var slug: Slug
  /// The fields that the file states, except a collection's feeds.
  package var fields: SeedFields
  /// The feeds of a collection in order, or `nil` if the file does not state them.
  package var feeds: [Member]?
  package var authority: SeedAuthority
  package var place: SeedPlace

  package init(_ table: CatalogTable, slug: Slug, authority: SeedAuthority = .named, place: SeedPlace) {
    self.slug = slug
    fields = SeedFields(table)
    self.authority = authority
    self.place = place
  }

  /// The slug of a category's parent.
  var parent: String? { fields[CategoryField.parentCategory]?.string }

  /// The display name for reports.
  var label: String { (fields[CategoryField.name] ?? fields[CollectionField.title])?.string ?? slug.rawValue }
}

/// The fields of a record that a seed file states, keyed by their names in seed files.
///
/// A category reference is stated as a slug. A field is unstated if it has no value and is not `cleared`.
package struct SeedFields: Hashable, Sendable {
  private struct Stated: Hashable {
    var value: FieldValue
    let place: UInt8
  }

  /// The possible field names, shared by all seeds of a kind.
  private let names: [String]
  /// The stated values by the places of their names, in ascending order. A list states few of the possible fields.
  private var stated: [Stated] = []
  /// The fields that the file sets to null.
  package private(set) var cleared: Set<String> = []

  /// Creates empty fields of a table's records.
  package init(_ table: CatalogTable) { names = table.curatedNames }

  /// The stated value of a field. The field must be one of the table's curated fields.
  package subscript(field: CatalogField) -> FieldValue? {
    get {
      guard let place = place(of: field) else { return nil }
      return stated.first { $0.place == place }?.value
    }
    set {
      guard let place = place(of: field) else { preconditionFailure("no seed states \(field.name)") }
      if stated.isEmpty { stated.reserveCapacity(4) }
      let index = stated.firstIndex { $0.place >= place } ?? stated.endIndex
      if index < stated.endIndex, stated[index].place == place { stated.remove(at: index) }
      if let newValue { stated.insert(Stated(value: newValue, place: place), at: index) }
    }
  }

  private func place(of field: CatalogField) -> UInt8? { names.firstIndex(of: field.name).map(UInt8.init) }

  /// States that a field has no value.
  package mutating func clear(_ field: CatalogField) {
    self[field] = nil
    cleared.insert(field.name)
  }

  /// States nothing about a field.
  mutating func forget(_ field: CatalogField) {
    self[field] = nil
    cleared.remove(field.name)
  }

  /// Whether the seed sets a field to null.
  func clears(_ field: CatalogField) -> Bool { cleared.contains(field.name) }
}

/// The location of a seed in the user's files.
package struct SeedPlace: Hashable, Sendable {
  /// The file, as the user named it.
  package let file: String
  /// The bytes of the seed, or `nil` if the file's encoding does not preserve byte positions.
  package let range: SourceRange?
  /// The path of the value in a JSON file, such as `feeds[3]`.
  package let path: String?

  package init(file: String, range: SourceRange?, path: String? = nil) {
    self.file = file
    self.range = range
    self.path = path
  }

  /// - Parameter first: The place of the seed that this one duplicates.
  func diagnostic(
    _ severity: Diagnostic.Severity, rule: String, _ message: String, range: SourceRange? = nil, help: String?,
    first: SeedPlace? = nil
  ) -> Diagnostic {
    var diagnostic = Diagnostic(
      severity, rule: rule, message, file: file, range: range ?? self.range, path: path, help: help)
    if let first, let range = first.range {
      diagnostic.related = Diagnostic.Related("the first one is here", file: first.file, range: range)
    }
    return diagnostic
  }
}

/// A seed's authority over an existing record.
package enum SeedAuthority: Hashable, Sendable {
  /// Set exactly the named fields. Applies to the project's own JSON files.
  case named
  /// Fill only fields without a value. Applies to OPML and third-party lists.
  case fillAbsent
}

extension Sequence {
  /// Returns the elements of the project's own files before those of lists, whatever the order of the files' names.
  func ownFilesFirst(_ authority: (Element) -> SeedAuthority) -> [Element] {
    filter { authority($0) == .named } + filter { authority($0) == .fillAbsent }
  }
}
