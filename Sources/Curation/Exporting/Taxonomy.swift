import Catalog
import CloudKitRecords

/// The categories of a catalogue, in the order the editors gave them.
struct Taxonomy: Sendable {
  /// A category.
  struct Category: Sendable {
    /// What feeds refer to it by: its record name, or in `celestraKit` its name as shown.
    let reference: String
    /// Its slug; `nil` where what stands there is none.
    let slug: Slug?
    /// The name to show.
    let name: String
    /// Its record; `nil` in `celestraKit`, which has none.
    let record: Record?
    /// The place in the editors' list, lowest first.
    let order: Int64

    /// The filter for the feeds in the category.
    func filter(in layout: CatalogLayout) -> Filter {
      let field = FeedField.category
      return Filter(field.name, .equals, field.reference(to: RecordName(reference), in: layout))
    }

    /// What feeds refer to the category above by.
    var parent: String? { record?[CategoryField.parentCategory]?.reference?.recordName.rawValue }
  }

  /// The categories, by their place in the list, then by slug.
  let categories: [Category]
  private let ranks: [String: Int]

  /// Whether categories are records of their own.
  let areRecords: Bool

  /// Reads a catalogue's categories; in `celestraKit` the names its feeds have.
  init(_ reader: CatalogReader) async throws(RecordStoreError) {
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
    if !areRecords {
      let names = try await reader.store.count(reader.layout.feedType, by: FeedField.category.name)
      var taken: Set<Slug> = []
      for name in names.keys.compactMap(\.string).sorted() {
        let slug = Slug.of(name, besides: taken)
        taken.insert(slug)
        categories.append(Category(reference: name, slug: slug, name: name, record: nil, order: 0))
      }
    }
    self.init(categories, areRecords: areRecords)
  }

  /// Categories in any order.
  init(_ categories: [Category], areRecords: Bool) {
    self.areRecords = areRecords
    self.categories = categories.sorted { ($0.order, $0.reference) < ($1.order, $1.reference) }
    ranks = Dictionary(self.categories.enumerated().map { ($1.reference, $0) }) { first, _ in first }
  }

  /// Where a category stands among the others; after them for one that is not there.
  func rank(of reference: String?) -> Int { reference.flatMap { ranks[$0] } ?? categories.count }

  /// The category feeds refer to so.
  func category(_ reference: String?) -> Category? {
    reference.flatMap { ranks[$0] }.map { categories[$0] }
  }

  /// The category records, by slug.
  var records: [String: Record] {
    let bySlug = categories.compactMap { category in
      category.record.map { (category.slug?.rawValue ?? category.reference, $0) }
    }
    return Dictionary(bySlug) { first, _ in first }
  }

  /// The category a person means: by slug, record name or name, in any case.
  /// - Throws: where there is none.
  func named(_ text: String) throws(NothingNamed) -> Category {
    let exact = categories.first { $0.slug?.rawValue == text || $0.reference == text }
    if let category = exact ?? categories.first(where: { $0.name.lowercased() == text.lowercased() }) {
      return category
    }
    throw NothingNamed(
      kind: "category", name: text, known: categories.map { $0.slug?.rawValue ?? $0.reference })
  }
}

extension Slug {
  /// A slug for a name: its letters and digits in lower case with '-' between, and a number where another has it already.
  static func of(_ name: String, besides taken: Set<Slug> = []) -> Slug {
    var bytes: [UInt8] = []
    for byte in name.lowercased().utf8 {
      if (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) {
        bytes.append(byte)
      } else if bytes.last != 0x2D, !bytes.isEmpty {
        bytes.append(0x2D)
      }
    }
    bytes = Array(bytes.prefix(48))
    while bytes.last == 0x2D { bytes.removeLast() }
    // A name in another script has no letter of ours: its bytes stand for it.
    if bytes.isEmpty { bytes = Array(("c-" + name.utf8.prefix(24).map { String($0, radix: 16) }.joined()).utf8) }
    let base = String(decoding: bytes, as: UTF8.self)
    let candidates = sequence(first: 1) { $0 + 1 }.lazy.compactMap { number in
      Slug(rawValue: number == 1 ? base : "\(base)-\(number)")
    }
    return candidates.first { !taken.contains($0) } ?? .placeholder
  }
}
