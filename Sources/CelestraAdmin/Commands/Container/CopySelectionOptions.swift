import ArgumentParser
import Catalog
import CloudKitSchema
import Copying

/// The record types and fields that a copy includes.
struct CopySelectionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Record types to copy, separated by commas. (default: all types whose records users do not create)",
      valueName: "types"))
  var types: String?

  @Option(
    help: ArgumentHelp("Field to leave out, such as PublicFeed.qualityScore. Repeatable.", valueName: "type.field"))
  var skipField: [FieldPath] = []

  func validate() throws {
    if let types, names(in: types).isEmpty { throw ValidationError("--types requires the names of record types") }
  }

  /// The named record types; `nil` for the default.
  var named: [RecordType.Name]? { types.map(names) }

  /// Returns the selection.
  /// - Parameter listsAllTypes: whether the source is a file, which lists every type.
  func selection(listsAllTypes: Bool) -> CopyScope.Selection {
    var selection = CopyScope.Selection()
    selection.types = named
    for path in skipField { selection.skipped[path.type, default: []].insert(path.field) }
    selection.listsAllTypes = listsAllTypes
    // Records refer to records of earlier types.
    let tables: [CatalogTable] = [.categories, .feeds, .metadata, .collections, .articles, .subscriptions]
    selection.order = tables.flatMap { [$0.recordType] + ($0.kitType.map { [$0] } ?? []) }
    return selection
  }

  private func names(in text: String) -> [String] {
    text.split(separator: ",").map { String($0.filter { $0 != " " }) }.filter { !$0.isEmpty }
  }
}

extension ContainerHandle {
  /// Returns the fields that curators own, by record type.
  /// - Throws: `CommandFailure` if the schema has no catalog.
  func editorialFields() throws -> [RecordType.Name: Set<String>] {
    guard let layout = CatalogLayout(schema) else {
      throw CommandFailure(
        "--editorial needs a catalog; the schema of \(container.name) declares neither PublicFeed nor Feed")
    }
    return CatalogTable.editorialFields(in: layout)
  }
}
