import ArgumentParser
import Catalog
import CloudKitRecords
import Curation
import Notation

/// Options for the curated fields of a record.
protocol FieldOptions: ParsableArguments {
  var values: EditedValues { get }
}

extension FieldOptions {
  func validate() throws { try values.validate() }

  /// Returns the seed of a category or collection with the values of the options.
  func seed(_ table: CatalogTable, _ slug: Slug, _ nameField: CatalogField, _ name: String?) -> SluggedSeed {
    var seed = SluggedSeed(table, slug: slug, place: CatalogEditor.place)
    seed.fields[nameField] = name.map { .string(CleanText($0, limit: .title).text) }
    values.set(in: &seed.fields)
    return seed
  }
}

/// Field values given by command-line options.
struct EditedValues {
  /// Text values, with the option's name for messages.
  let texts: [(option: String, field: CatalogField, text: String?)]
  /// Flag and number values.
  let others: [(field: CatalogField, value: FieldValue?)]

  var isEmpty: Bool { texts.allSatisfy { $0.text == nil } && others.allSatisfy { $0.value == nil } }

  /// The first option with a text or an address; each record has its own, unlike tags, a category or a language.
  var ownOption: String? {
    texts.first { _, field, text in
      switch field.content {
      case .text, .address: text != nil
      default: false
      }
    }?.option
  }

  /// Throws an error for a value that is invalid for its field. Empty text clears a field, except a category, a color
  /// and a name.
  func validate() throws {
    for case (let option, let field, let text?) in texts {
      if field.isRequired { try Self.checkName(option, text) }
      switch field.content {
      case .address where !text.isEmpty: try Self.checkAddress(option, text)
      case .language where !text.isEmpty:
        if let problem = LanguageTag.problem(in: text) { throw ValidationError(problem) }
      case .color where !SeedValue.isColor(text):
        throw ValidationError("'\(text)' is not a color; write it as #007AFF")
      default: break
      }
    }
  }

  func set(in fields: inout SeedFields) {
    for case (_, let field, let text?) in texts {
      var text = text
      if case .text(let limit) = field.content { text = CleanText(text, limit: limit).text }
      if text.isEmpty, field.content != .category {
        fields.clear(field)
      } else {
        fields[field] = field.content == .tags ? .strings(Self.words(text)) : .string(text)
      }
    }
    for case (let field, let value?) in others { fields[field] = value }
  }

  /// Returns comma-separated words, cleaned as in seed files. Skips empty words.
  private static func words(_ text: String) -> [String] {
    text.split(separator: ",").map { CleanText(String($0), limit: .tag).text }.filter { !$0.isEmpty }
  }

  /// Throws an error if a name is empty after cleaning.
  static func checkName(_ option: String, _ name: String?) throws {
    if let name, CleanText(name, limit: .title).text.isEmpty { throw ValidationError("\(option) cannot be empty") }
  }

  /// Throws an error if the address of a page or picture is not a valid HTTP or HTTPS URL.
  private static func checkAddress(_ option: String, _ address: String) throws {
    guard URLParts.isWeb(address) else {
      throw ValidationError("\(option) requires an address that begins with https:// or http://")
    }
    if FeedURL.redacted(address) != address {
      throw ValidationError("\(option) must not contain a user name or password: everyone can read the catalog")
    }
    do {
      _ = try FeedURL(address)
    } catch {
      throw ValidationError("\(option): \(error)")
    }
  }
}
