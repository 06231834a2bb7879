import Catalog
import CloudKitRecords
import JSON

extension FeedSeed {
  /// The entry as an object of a JSON seed file, on one line.
  package var json: String {
    "{" + members.map { "\(JSONWriter.literal($0.key)): \($0.value)" }.joined(separator: ", ") + "}"
  }

  /// The stated keys and their values as JSON.
  private var members: [(key: String, value: String)] {
    [(FeedField.feedURL.name, JSONWriter.literal(feedURL))]
      + CatalogTable.feeds.curated.compactMap { field in
        guard let value = fields[field], field !== FeedField.feedURL else { return nil }
        return (field.name, Self.text(value, of: field))
      }
  }

  private static func text(_ value: FieldValue, of field: CatalogField) -> String {
    let text = EditedValue(field: field, value: value).text
    return switch value {
    case .int64: text
    case .list(let members): "[\(members.compactMap(\.string).map(JSONWriter.literal).joined(separator: ", "))]"
    default: JSONWriter.literal(text)
    }
  }
}
