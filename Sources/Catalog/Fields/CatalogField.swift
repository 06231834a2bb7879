package import CloudKitRecords
package import CloudKitSchema

/// A field of the catalogue's records: its name and type in each layout, its valid values, and its spellings in files.
///
/// A class, so that a run over a million feeds passes rows around without copying them.
package final class CatalogField: Sendable {
  /// What the values mean. It decides their CloudKit type, their unit and which values are valid.
  package enum Content: Hashable, Sendable {
    /// One line of text, with a maximum length.
    case text(CleanText.Limit)
    /// Text that is stored byte for byte.
    case verbatim
    /// The http or https address of a page or image.
    case address
    /// A language code, such as `en`.
    case language
    /// A color, `#RRGGBB`.
    case color
    /// A URL-safe identifier.
    case slug
    /// A category: in files its slug; a reference, in `celestraKit` the name to show.
    case category
    /// A list of words.
    case tags
    /// True or false, stored as 1 or 0.
    case flag
    /// A whole number.
    case count
    /// A number.
    case number
    /// A quality score, 0…100.
    case score
    /// A duration in hours; `celestraKit` stores seconds.
    case hours
    /// A duration in seconds.
    case seconds
    /// A date.
    case date
    /// A feed: a reference, in `celestraKit` its record name.
    case feed
    /// A list of feeds, in order.
    case feeds
  }

  /// Who sets the values.
  package enum Owner: Hashable, Sendable {
    /// Curators, in seed files and by hand.
    case curator
    /// `score`.
    case score
    /// `subscribers`.
    case subscribers
    /// `health probe`.
    case probe
    /// Whatever writes the record.
    case writer
    /// What adds the record, which never changes it.
    case ingestion
  }

  /// The name in `publicCatalog`, in seed files and in exports.
  package let name: String
  /// The name in `celestraKit`; `nil` where that layout does not have the field.
  package let kitName: String?
  /// What the values mean.
  package let content: Content
  /// Who sets the values.
  package let owner: Owner
  /// The value of new records, by layout, unless a curator sets another.
  package let initial: [CatalogLayout: FieldValue]
  /// Whether a record without a value is invalid.
  package let isRequired: Bool
  /// The numbers that are valid; `nil` where any are.
  package let range: ClosedRange<Double>?
  /// The names of columns that `seed` reads the field from, best first.
  package let columns: [String]

  /// A field of both layouts under one name, unless `kit` says otherwise.
  init(
    _ name: String, _ content: Content, _ owner: Owner, kit: KitName = .same, isRequired: Bool = false,
    initial: [CatalogLayout: FieldValue] = [:], range: ClosedRange<Double>? = nil, columns: [String] = []
  ) {
    self.name = name
    self.content = content
    self.owner = owner
    self.initial = initial
    self.isRequired = isRequired
    self.range = range
    self.columns = columns.contains(name) ? columns : [name] + columns
    kitName =
      switch kit {
      case .same: name
      case .none: nil
      case .named(let other): other
      }
  }

  /// The name of a field in `celestraKit`.
  enum KitName {
    case same, none
    case named(String)
  }

  /// The name in a layout; `nil` where the layout does not have the field.
  package func name(in layout: CatalogLayout) -> String? { layout == .publicCatalog ? name : kitName }

  /// The type of the values in a layout.
  package func type(in layout: CatalogLayout) -> FieldType {
    let isPublic = layout == .publicCatalog
    return switch content {
    case .text, .verbatim, .address, .language, .color, .slug: FieldType(.string)
    case .category, .feed: FieldType(isPublic ? .reference : .string)
    case .tags: .list(.string)
    case .feeds: .list(.reference)
    case .flag, .count: FieldType(.int64)
    case .number: FieldType(.double)
    case .score: FieldType(isPublic ? .double : .int64)
    case .hours, .seconds: FieldType(isPublic ? .int64 : .double)
    case .date: FieldType(.timestamp)
    }
  }

  /// Whether a stored value has the type of the field. CloudKit's JSON writes 5 and 5.0 alike, so a whole number fits
  /// both INT64 and DOUBLE.
  package func accepts(_ value: FieldValue, in layout: CatalogLayout) -> Bool {
    let type = type(in: layout)
    return switch (value, type.primitive) {
    case (.double(let number), .int64): !type.isList && (content == .flag || Int(exactly: number) != nil)
    case (.int64, .double): !type.isList
    default: value.fits(type)
    }
  }

  /// The value that refers to a category or a feed by what a layout calls it.
  package func reference(to name: RecordName, in layout: CatalogLayout) -> FieldValue {
    type(in: layout).primitive == .reference ? .reference(Reference(name)) : .string(name.rawValue)
  }

  /// Whether a layout stores the field in seconds.
  package func isInSeconds(in layout: CatalogLayout) -> Bool {
    content == .seconds || content == .hours && layout == .celestraKit
  }

  /// The value of a number in the field's own unit as a layout stores it, whole hours at least 1; `nil` where the number
  /// is not finite or negative.
  package func value(_ number: Double, in layout: CatalogLayout) -> FieldValue? {
    guard number.isFinite, number >= 0 else { return nil }
    let stored = content == .hours && isInSeconds(in: layout) ? number * 3600 : number
    if type(in: layout).primitive == .double { return .double(stored) }
    return Int64(exactly: stored.rounded()).map { .int64(content == .hours ? max(1, $0) : $0) }
  }
}

extension Record {
  /// The value of a field that has one name in both layouts.
  package subscript(field: CatalogField) -> FieldValue? {
    get { fields[field.name] }
    set { fields[field.name] = newValue }
  }

  /// The value of a field in a layout; `nil` where the layout does not have the field.
  package subscript(field: CatalogField, layout: CatalogLayout) -> FieldValue? {
    field.name(in: layout).flatMap { fields[$0] }
  }
}

extension Collection where Element == CatalogField {
  /// The fields' names in a layout, none twice; fields that the layout does not have are left out.
  package func names(in layout: CatalogLayout) -> [String] {
    var seen: Set<String> = []
    return compactMap { $0.name(in: layout) }.filter { seen.insert($0).inserted }
  }
}
