import ArgumentParser
import Catalog
import Copying

/// The record types and fields that a copy includes.
struct CopySelectionOptions: ParsableArguments {
  @OptionGroup var types: TypeSelectionOptions

  @Option(
    help: ArgumentHelp(
      "Field to leave out, such as PublicFeed.qualityScore. Repeatable.", valueName: "type.field", visibility: .hidden))
  var skipField: [FieldPath] = []

  @Flag(
    help: ArgumentHelp(
      "Leave out all fields of assets, whose files are not copied to an iCloud container.", visibility: .hidden))
  var skipAssets = false

  @Option(
    help: ArgumentHelp(
      "Maximum lines of changes and failures to show; 0 for all. Counts are always complete.", valueName: "n"))
  var limit = WritePreview.lines

  /// - Parameter listsAllTypes: whether the source is a file, which lists every type.
  func selection(listsAllTypes: Bool) -> CopyScope.Selection {
    var selection = CopyScope.Selection.inOrder
    selection.types = types.named
    selection.excepted = types.excepted
    for path in skipField { selection.skipped[path.type, default: []].insert(path.field) }
    if skipAssets { selection.assets = .skipped }
    selection.listsAllTypes = listsAllTypes
    return selection
  }
}

extension CopyScope.Selection {
  /// All types, those of a catalog in an order in which records refer to records of earlier types.
  static var inOrder: Self {
    var selection = Self()
    let tables: [CatalogTable] = [.categories, .feeds, .metadata, .collections, .articles, .subscriptions]
    selection.order = tables.flatMap { [$0.recordType] + ($0.kitType.map { [$0] } ?? []) }
    return selection
  }
}
