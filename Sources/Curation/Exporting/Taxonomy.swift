import Catalog
import CloudKitRecords
import Notation

/// The categories of a catalog, in the editors' order.
struct Taxonomy: Sendable {
  struct Category: Sendable {
    /// The name that feeds use to refer to the category: the record name, or the display name in `celestraKit`.
    let reference: String
    /// The slug, or `nil` if the stored slug is invalid.
    let slug: Slug?
    let name: String
    /// The record, or `nil` in `celestraKit`, which has no category records.
    let record: Record?
    /// The position in the editors' list, lowest first.
    let order: Int64

    func filter(in layout: CatalogLayout) -> Filter {
      let field = FeedField.category
      return Filter(field.name, .equals, field.reference(to: RecordName(reference), in: layout))
    }

    var parent: String? { record?[CategoryField.parentCategory]?.reference?.recordName.rawValue }
  }

  /// The categories, sorted by position, then by slug.
  let categories: [Category]
  private let ranks: [String: Int]

  /// Whether categories have their own records.
  let areRecords: Bool

  /// Reads a catalog's categories. In `celestraKit`, the categories are the names stored in feeds.
  /// - Parameter slugs: Stated slugs by name, for a layout that does not store them.
  init(_ reader: CatalogReader, slugs: [String: Slug] = [:]) async throws(RecordStoreError) {
    let areRecords = CatalogTable.categories.type(in: reader.layout) != nil
    var categories: [Category] = []
    try await reader.forEachPage(of: .categories) { page in
      for record in page {
        let slug = record[CategoryField.slug]?.string ?? record.name.rawValue
        categories.append(
          Category(
            reference: record.name.rawValue, slug: Slug(rawValue: slug),
            name: record[CategoryField.name]?.string ?? slug, record: record,
            order: record[CategoryField.sortOrder]?.int64 ?? .max))
      }
    }
    if areRecords {
      self.init(categories, areRecords: true)
    } else {
      let names = try await reader.store.count(reader.layout.feedType, by: FeedField.category.name)
      self.init(names: Set(names.keys.compactMap(\.string)), slugs: slugs)
    }
  }

  /// Creates the taxonomy of the names stored in feeds, in a layout without category records.
  init(names: Set<String>, slugs: [String: Slug] = [:]) {
    let names = names.sorted()
    let unique = Slug.unique(names.map { (slugs[$0], $0) }, besides: Set(slugs.values))
    let categories = zip(names, unique).map { name, slug in
      Category(reference: name, slug: slug, name: name, record: nil, order: 0)
    }
    self.init(categories, areRecords: false)
  }

  /// Creates a taxonomy from categories in any order.
  init(_ categories: [Category], areRecords: Bool) {
    self.areRecords = areRecords
    self.categories = categories.sorted { ($0.order, $0.reference) < ($1.order, $1.reference) }
    ranks = Dictionary(self.categories.enumerated().map { ($1.reference, $0) }) { first, _ in first }
  }

  /// Returns the position of a category, or the end position for an unknown category.
  func rank(of reference: String?) -> Int { reference.flatMap { ranks[$0] } ?? categories.count }

  func category(_ reference: String?) -> Category? {
    reference.flatMap { ranks[$0] }.map { categories[$0] }
  }

  /// Returns the categories that references name, and their ancestors.
  func categories(of references: [String?]) -> [Category] {
    var wanted: Set<String> = []
    var open = Set(references.map(rank)).filter { $0 < categories.count }.map { categories[$0].reference }
    while let reference = open.popLast() {
      guard wanted.insert(reference).inserted else { continue }
      if let parent = category(reference)?.parent { open.append(parent) }
    }
    return categories.filter { wanted.contains($0.reference) }
  }

  func slug(of reference: String?) -> String? { category(reference)?.slug?.rawValue }

  /// The category records, keyed by slug.
  var records: [String: Record] {
    let bySlug = categories.compactMap { category in
      category.record.map { (category.slug?.rawValue ?? category.reference, $0) }
    }
    return Dictionary(bySlug) { first, _ in first }
  }

  /// Returns the category with a slug, record name, or name. Names match in any case.
  /// - Throws: `NothingNamed` for an unknown category.
  func named(_ text: String) throws(NothingNamed) -> Category {
    let exact =
      categories.first { $0.slug?.rawValue == text || $0.reference == text }
      // Without the seed files, which may state others, slugs follow from the names.
      ?? (areRecords ? nil : categories.first { Slug.of($0.name).rawValue == text })
    if let category = exact ?? categories.first(where: { $0.name.lowercased() == text.lowercased() }) {
      return category
    }
    throw NothingNamed(
      kind: "category", name: text, known: categories.map { $0.slug?.rawValue ?? $0.reference })
  }
}

extension Slug {
  /// Returns a unique slug for each name: its own, or one for its text.
  /// - Parameter others: Slugs that are not given to a text.
  static func unique(_ names: [(own: Slug?, text: String)], besides others: Set<Slug> = []) -> [Slug] {
    var taken: Set<Slug> = []
    let own = names.map { name in name.own.flatMap { taken.insert($0).inserted ? $0 : nil } }
    taken.formUnion(others)
    return zip(own, names).map { own, name in
      let slug = own ?? .of(name.text, besides: taken)
      taken.insert(slug)
      return slug
    }
  }

  /// Returns a slug for a name: its letters and digits in lower case, separated by '-'. A number makes the slug unique.
  static func of(_ name: String, besides taken: Set<Slug> = []) -> Slug {
    var bytes: [UInt8] = []
    for byte in name.lowercased().utf8 {
      if byte.isLetter || byte.isDigit {
        bytes.append(byte)
      } else if bytes.last != 0x2D, !bytes.isEmpty {
        bytes.append(0x2D)
      }
    }
    bytes = Array(bytes.prefix(48))
    while bytes.last == 0x2D { bytes.removeLast() }
    // For a name without ASCII letters or digits, use its bytes in hexadecimal.
    if bytes.isEmpty { bytes = Array(("c-" + name.utf8.prefix(24).map { String($0, radix: 16) }.joined()).utf8) }
    let base = String(decoding: bytes, as: UTF8.self)
    let candidates = sequence(first: 1) { $0 + 1 }.lazy.compactMap { number in
      Slug(rawValue: number == 1 ? base : "\(base)-\(number)")
    }
    return candidates.first { !taken.contains($0) } ?? .placeholder
  }
}
