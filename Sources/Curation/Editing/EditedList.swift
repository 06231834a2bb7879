import Catalog
import CloudKitRecords
import Diagnostics

/// A new value of a field; `nil` clears the field.
struct EditedValue {
  let field: CatalogField
  let value: FieldValue?
  /// The record's value before; `nil` if it is unknown.
  var former: FieldValue?

  /// The value as lists without types write it.
  var text: String {
    switch value {
    case nil: ""
    case .string(let text): text
    case .list(let members): TagListCell.text(members.compactMap(\.string))
    case .timestamp(let date): date.description
    case .int64(let number) where field.content != .flag: String(number)
    default: value == .flag(false) ? "false" : "true"
    }
  }
}

/// A list in one form, which makes the edits of its text. Entries are the feeds, then the categories and collections.
protocol EditedList {
  /// Returns the edits that set fields of an entry.
  func edits(changing entry: Int, _ values: [EditedValue]) throws(SeedFileRefusal) -> [Fix.Edit]
  func edits(removing entries: Set<Int>) throws(SeedFileRefusal) -> [Fix.Edit]
  /// Returns the edits that add a feed beside another one, or as the first one.
  func edits(adding seed: FeedSeed, at place: ListOrder.Place?) throws(SeedFileRefusal) -> [Fix.Edit]
  /// Whether entries state the former addresses of a feed.
  var statesFormerURLs: Bool { get }
  /// Returns the edits that other edits need once in the file.
  func declarations(for edits: [Fix.Edit]) -> [Fix.Edit]
}

extension EditedList {
  var statesFormerURLs: Bool { false }
  func declarations(for edits: [Fix.Edit]) -> [Fix.Edit] { [] }
}

/// What a file states, wherever it does, to compare files.
struct StatedEntries: Equatable {
  struct Entry: Equatable {
    var address: String
    var formerURLs: [String] = []
    var fields: SeedFields
    var setsActive = false
    var members: [String]?
    /// What no edit changes.
    var rest: [String] = []
  }

  var entries: [Entry]
  /// The number of entries that name no feed.
  private let skipped: Int

  init(_ file: SeedFile) {
    skipped = file.skipped
    entries = file.seeds.feeds.map { seed in
      Entry(
        address: seed.feedURL, formerURLs: seed.formerURLs, fields: seed.fields, setsActive: seed.setsActive,
        rest: [seed.recordName?.rawValue ?? ""] + seed.folders + ["/"] + seed.categoryAttributes)
    }
    for seed in file.seeds.categories + file.seeds.collections {
      entries.append(
        Entry(address: seed.slug.rawValue, fields: seed.fields, members: seed.feeds?.map(\.feedURL)))
    }
  }

  /// Returns whether an entry states a value. Lists have forms of their own for categories, tags, and members.
  func states(_ value: EditedValue, at index: Int) -> Bool {
    guard entries.indices.contains(index) else { return false }
    if value.field === FeedField.feedURL { return entries[index].address == value.text }
    let special = [FeedField.category, FeedField.tags, CollectionField.feeds]
    if special.contains(where: { $0 === value.field }) { return true }
    return EditedValue(field: value.field, value: entries[index].fields[value.field]).text == value.text
  }

  /// Makes entries equal whose fields differ in one that was edited.
  mutating func ignore(_ field: CatalogField, at index: Int) {
    guard entries.indices.contains(index) else { return }
    if field === FeedField.feedURL {
      entries[index].address = ""
      entries[index].formerURLs = []
    } else if field === CollectionField.feeds {
      entries[index].members = nil
    } else {
      entries[index].fields.forget(field)
      if field === FeedField.isActive { entries[index].setsActive = false }
      // In lists, categories and tags are among the attributes and folders.
      if field === FeedField.category || field === FeedField.tags { entries[index].rest = [] }
    }
  }
}

extension FeedSeed {
  /// The address and fields as values to write.
  var editedValues: [EditedValue] {
    [EditedValue(field: FeedField.feedURL, value: .string(feedURL))]
      + CatalogTable.feeds.curated.compactMap { field in fields[field].map { EditedValue(field: field, value: $0) } }
  }

  /// Returns the former addresses of the feed after it moves: each once, the last one last.
  func formerURLs(movingTo new: String) -> [String] {
    formerURLs.filter { $0 != new && $0 != feedURL } + [feedURL]
  }
}
