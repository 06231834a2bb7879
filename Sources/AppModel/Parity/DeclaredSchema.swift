import CloudKitSchema
import Diagnostics

/// The record types of a schema file with their places.
struct DeclaredSchema: Sendable {
  struct Entry: Sendable {
    let type: RecordType
    let place: SourceRange
    fileprivate let fieldPlaces: [String: SourceRange]

    func place(of field: String) -> SourceRange? { fieldPlaces[field] }
  }

  /// The name of the file.
  let name: String
  let recordTypes: [RecordType]
  private let entries: [RecordType.Name: Entry]

  init(_ file: SchemaFile) {
    name = file.source.name
    let schema = Schema(file)
    recordTypes = schema.recordTypes
    entries = Dictionary(
      zip(schema.recordTypes, file.recordTypes).map { type, declaration in
        let places = file.fields[declaration.fields].map { (file.name($0.name), file.nameRange($0.name)) }
        return (
          type.name,
          Entry(
            type: type, place: file.nameRange(declaration.name),
            fieldPlaces: Dictionary(places) { first, _ in first })
        )
      }
    ) { first, _ in first }
  }

  subscript(name: RecordType.Name) -> Entry? { entries[name] }
}
