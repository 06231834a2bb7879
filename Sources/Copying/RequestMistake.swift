import CloudKitRecords
package import CloudKitSchema
import Diagnostics

/// A request that cannot be served, such as a filter on an unknown field. Nothing was read or written.
package struct RequestMistake: Error, Hashable, Sendable, CustomStringConvertible {
  /// The message, in lower case and without a final period.
  package let description: String

  package init(_ description: String) { self.description = description }
}

extension Schema {
  /// Returns the record type with a name that users may read and write.
  package func type(named name: RecordType.Name) throws(RequestMistake) -> RecordType {
    if RecordType.isSystem(name) {
      throw RequestMistake(
        "\(name) is a system record type: its records cannot be listed, edited, or copied")
    }
    guard let type = recordType(named: name) else {
      let names = ownTypes.map(\.name)
      let nearest = Suggestion.nearest(to: name, among: names)
      throw RequestMistake(
        "the schema has no record type '\(name)'; "
          + (nearest.map { "did you mean \($0)?" } ?? "it has \(names.joined(separator: ", "))"))
    }
    return type
  }

  /// The record types, without those that CloudKit itself declares.
  package var ownTypes: [RecordType] { recordTypes.filter { !RecordType.isSystem($0.name) } }
}

extension RecordType {
  /// Returns the field with a name, including system fields.
  package func knownField(_ name: String) throws(RequestMistake) -> Field {
    guard let field = field(named: name) else { throw unknownField(name) }
    return field
  }

  /// Returns the field with a name that a record can set.
  package func settableField(_ name: String) throws(RequestMistake) -> Field {
    guard !SystemField.isReserved(name) else {
      throw RequestMistake("\(self.name).\(name) is a system field, which only CloudKit sets")
    }
    guard let field = fields.first(where: { $0.name == name }) else { throw unknownField(name) }
    return field
  }

  private func unknownField(_ name: String) -> RequestMistake {
    let names = fields.map(\.name) + SystemField.allCases.map(\.rawValue)
    let nearest = Suggestion.nearest(to: name, among: names)
    return RequestMistake(
      "\(self.name) has no field '\(name)'" + (nearest.map { "; did you mean \($0)?" } ?? " in the schema"))
  }
}
