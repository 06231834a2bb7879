package import CloudKitRecords
package import CloudKitSchema

/// A field of the catalog's records: its name and type per layout, its valid values, and its column names in files.
///
/// This is a class so that each row of the field tables is itself only: two record types have a `subscriberCount`.
package final class CatalogField: Sendable {
  /// The meaning of a field's values. It determines their CloudKit type, their unit and the valid values.
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
    case slug
    /// A category: its slug in files, a reference in `publicCatalog`, its display name in `celestraKit`.
    case category
    case tags
    /// True or false, stored as 1 or 0.
    case flag
    case count
    case number
    case score
    /// A duration in hours; `celestraKit` stores seconds.
    case hours
    case seconds
    case date
    /// A feed: a reference in `publicCatalog`, its record name in `celestraKit`.
    case feed
    /// A list of feeds, in order.
    case feeds
  }

  package enum Owner: Hashable, Sendable {
    /// Curators, in seed files and by hand.
    case curator
    case score
    case subscribers
    case probe
    /// Any code that writes the record.
    case writer
    /// The code that adds the record; the values never change afterward.
    case ingestion
  }

  /// The name in `publicCatalog`, in seed files and in exports.
  package let name: String
  /// The name in `celestraKit`; `nil` if that layout lacks the field.
  package let kitName: String?
  package let content: Content
  package let owner: Owner
  /// The initial value in new records per layout, unless a curator sets another.
  package let initial: [CatalogLayout: FieldValue]
  package let isRequired: Bool
  /// The valid numbers; `nil` if every number is valid.
  package let range: ClosedRange<Double>?
  /// The column names that `seed` accepts for the field, preferred names first.
  package let columns: [String]

  /// Creates a field that has the same name in both layouts, unless `kit` says otherwise.
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

  enum KitName {
    case same, none
    case named(String)
  }

  /// `nil` if the layout lacks the field.
  package func name(in layout: CatalogLayout) -> String? { layout == .publicCatalog ? name : kitName }

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

  /// Whether a stored value has the type of the field. CloudKit's JSON does not distinguish 5 from 5.0, so a whole
  /// number fits both INT64 and DOUBLE.
  package func accepts(_ value: FieldValue, in layout: CatalogLayout) -> Bool {
    let type = type(in: layout)
    return switch (value, type.primitive) {
    case (.double(let number), .int64): !type.isList && (content == .flag || Int(exactly: number) != nil)
    case (.int64, .double): !type.isList
    default: value.fits(type)
    }
  }

  /// Returns the form in which the catalog stores a value: tags in lowercase without duplicates, and a language code in
  /// its usual case.
  package func canonical(_ value: FieldValue) -> FieldValue {
    switch (content, value) {
    case (.tags, .list(let members)):
      var seen: Set<String> = []
      return .strings(members.compactMap { $0.string?.lowercased() }.filter { seen.insert($0).inserted })
    case (.language, .string(let text)): return .string(LanguageTag.corrected(text) ?? text)
    default: return value
    }
  }

  /// Returns the value that refers to a category or feed by its name in a layout.
  package func reference(to name: RecordName, in layout: CatalogLayout) -> FieldValue {
    type(in: layout).primitive == .reference ? .reference(Reference(name)) : .string(name.rawValue)
  }

  package func isInSeconds(in layout: CatalogLayout) -> Bool {
    content == .seconds || content == .hours && layout == .celestraKit
  }

  package func clamped(_ number: Int) -> Int {
    range.map { min(max(number, Int($0.lowerBound)), Int($0.upperBound)) } ?? number
  }

  /// Returns a number in the field's own unit as the value that a layout stores, or `nil` if the number is negative or
  /// not finite. Whole hours are at least 1.
  package func value(_ number: Double, in layout: CatalogLayout) -> FieldValue? {
    guard number.isFinite, number >= 0 else { return nil }
    let stored = content == .hours && isInSeconds(in: layout) ? number * 3600 : number
    if type(in: layout).primitive == .double { return .double(stored) }
    return Int64(exactly: stored.rounded()).map { .int64(content == .hours ? max(1, $0) : $0) }
  }
}

extension CatalogField: Hashable {
  package static func == (lhs: CatalogField, rhs: CatalogField) -> Bool { lhs === rhs }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Record {
  /// The value of a field that has one name in both layouts.
  package subscript(field: CatalogField) -> FieldValue? {
    get { fields[field.name] }
    set { fields[field.name] = newValue }
  }

  /// The value of a field in a layout; `nil` if the layout lacks the field.
  package subscript(field: CatalogField, layout: CatalogLayout) -> FieldValue? {
    field.name(in: layout).flatMap { fields[$0] }
  }
}

extension Collection where Element == CatalogField {
  /// Returns the unique names of the fields in a layout. Skips fields that the layout lacks.
  package func names(in layout: CatalogLayout) -> [String] {
    var seen: Set<String> = []
    return compactMap { $0.name(in: layout) }.filter { seen.insert($0).inserted }
  }
}
