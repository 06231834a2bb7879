import ArgumentParser
import CloudKitRecords
import CloudKitSchema
import Copying

/// The ways to find the records of types whose `___recordID` has no index.
struct ListingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "QUERYABLE field that lists the records of a type whose ___recordID has no index; records without it are not found. "
        + "Repeatable, once per type.", valueName: "type.field", visibility: .hidden))
  var listBy: [FieldPath] = []

  @Option(
    name: .customLong("names"),
    help: ArgumentHelp(
      "File of record names, one per line, for the types that cannot be listed.", valueName: "file", visibility: .hidden
    ), completion: .file())
  var namesFile: String?

  /// The names in the file; `nil` without a file.
  func names() throws -> [RecordName]? { try namesFile.map { try RecordNames.checked(and: $0) } }

  /// Returns the fields that list records, by type.
  /// - Throws: `ValidationError` for two fields of a type, since a query lists the records of one.
  func fields(of schema: Schema) throws -> [RecordType.Name: String] {
    try Self.fields(listBy, of: schema).compactMapValues { fields in
      if fields.count > 1 {
        throw ValidationError("--list-by lists a record type by one field, not by \(fields.joined(separator: " and "))")
      }
      return fields.first
    }
  }

  /// Adds the ways to list records to the selection of a copy.
  func add(to selection: inout CopyScope.Selection, schema: Schema) throws {
    selection.names = try names()
    for (name, field) in try fields(of: schema) {
      let listed = try RecordSelection(of: schema.type(named: name), listedBy: field)
      selection.listers[name] = listed.query.filters.first
    }
  }

  /// - Throws: `RequestMistake` for a type or field that the schema lacks.
  static func fields(_ paths: [FieldPath], of schema: Schema) throws -> [RecordType.Name: [String]] {
    var fields: [RecordType.Name: [String]] = [:]
    for path in paths {
      let field = try schema.type(named: path.type).settableField(path.field)
      fields[path.type, default: []].append(field.name)
    }
    return fields
  }
}

/// A field of a record type: `TYPE.FIELD`.
struct FieldPath: ExpressibleByArgument, CustomStringConvertible {
  let type: RecordType.Name
  let field: String

  var description: String { "\(type).\(field)" }

  init?(argument: String) {
    let parts = argument.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, !parts.contains("") else { return nil }
    (type, field) = (parts[0], parts[1])
  }
}
