package import CloudKitSchema
import Diagnostics

/// The references between the record types of a schema.
///
/// A schema does not say which record type a reference is to. The target is inferred: from the only record type that
/// the description of the field names, or from a name that ends with the same word, such as `parentCategory` and
/// `Category`.
package struct SchemaReferences: Sendable {
  package struct Reference: Hashable, Sendable {
    package let recordType: RecordType.Name
    package let field: Field
    /// `nil` if the target cannot be inferred.
    package let target: RecordType.Name?
  }

  /// In the order of the schema.
  package let all: [Reference]

  package init(_ schema: Schema, _ descriptions: SchemaDescriptions) {
    let types = schema.recordTypes.map(\.name)
    all = schema.recordTypes.flatMap { type in
      type.fields.filter { $0.type.primitive == .reference && SystemField(rawValue: $0.name) == nil }.map { field in
        let description = descriptions.field(field.name, of: type.name).joined(separator: " ")
        let target = Self.target(namedBy: description, types) ?? Self.target(namedLike: field.name, types)
        return Reference(recordType: type.name, field: field, target: target)
      }
    }
  }

  private static func target(namedBy description: String, _ types: [RecordType.Name]) -> RecordType.Name? {
    let words = Set(description.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
    let named = types.filter(words.contains)
    return named.count == 1 ? named.first : nil
  }

  private static func target(namedLike field: String, _ types: [RecordType.Name]) -> RecordType.Name? {
    var words = Self.words(field)
    if let last = words.last, words.count > 1, ["reference", "ref", "id", "record"].contains(last) {
      words.removeLast()
    }
    guard let last = words.last else { return nil }
    let whole = types.filter { Self.words($0) == words }
    if let only = whole.first, whole.count == 1 { return only }
    let alike = types.filter { Self.words($0).last == last }
    return alike.count == 1 ? alike.first : nil
  }

  /// Returns the words of a name in lower case and the singular: `feed`, `reference` of `feedReferences`.
  private static func words(_ name: String) -> [String] {
    NearName.words(name).filter { $0 != "cd" }.map { word in
      word.hasSuffix("ies")
        ? word.dropLast(3) + "y" : word.hasSuffix("s") && !word.hasSuffix("ss") ? String(word.dropLast()) : word
    }
  }
}
