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
  }

  /// The categories, by their place in the list, then by slug.
  let categories: [Category]
  private let ranks: [String: Int]

  /// Reads a catalogue's categories; in `celestraKit` the names its feeds have.
  init(_ reader: CatalogReader) async throws(RecordStoreError) {
    var categories: [(order: Int64, category: Category)] = []
    switch reader.layout {
    case .publicCatalog:
      try await reader.store.forEachPage(of: Query(FeedCategory.recordType)) { (page) throws(RecordStoreError) in
        for record in page {
          let slug = record.fields[FeedCategory.Field.slug.rawValue]?.string ?? record.name.rawValue
          let category = Category(
            reference: record.name.rawValue, slug: Slug(rawValue: slug),
            name: record.fields[FeedCategory.Field.name.rawValue]?.string ?? slug, record: record)
          categories.append((record.fields[FeedCategory.Field.sortOrder.rawValue]?.int64 ?? .max, category))
        }
      }
    case .celestraKit:
      let names = try await reader.store.count(reader.layout.feedType, by: Feed.Field.category.rawValue)
      var taken: Set<Slug> = []
      for name in names.keys.compactMap(\.string).sorted() {
        let slug = Slug.of(name, besides: taken)
        taken.insert(slug)
        categories.append((0, Category(reference: name, slug: slug, name: name, record: nil)))
      }
    }
    self.categories = categories.sorted {
      $0.order != $1.order ? $0.order < $1.order : $0.category.reference < $1.category.reference
    }.map(\.category)
    ranks = Dictionary(self.categories.enumerated().map { ($1.reference, $0) }) { first, _ in first }
  }

  /// Where a category stands among the others; after them for one that is not there.
  func rank(of reference: String?) -> Int { reference.flatMap { ranks[$0] } ?? categories.count }

  /// The category feeds refer to so.
  func category(_ reference: String?) -> Category? {
    reference.flatMap { ranks[$0] }.map { categories[$0] }
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
