import AssetFiles
import CloudKitRecords
import CloudKitSchema
import CommandLineTool
import Copying
import SQLiteStore

/// The files of assets that a copy transfers.
extension CopyRun {
  /// Returns a store that uploads files before records; `nil` if the target is a file, or without a folder.
  func uploads(to opened: ContainerHandle) -> AssetUploads? {
    guard let database = opened.database, let assets = mode.assets else { return nil }
    return AssetUploads(to: database, from: assets)
  }

  /// Copies the files of the source's records to the folder beside the target, or counts them in a dry run.
  func copyFiles(from assets: AssetFolder) async throws -> CopyReport.Files {
    let beside = AssetFolder(besideContainer: target.location)
    let hasAssets = scope.types.contains { source.schema.recordType(named: $0.name)?.assets.isEmpty == false }
    let lock = mode.isDryRun || !hasAssets ? nil : try beside.locked()
    defer { withExtendedLifetime(lock) {} }
    var files = AssetCollection(from: .folder(assets), in: beside, isDryRun: mode.isDryRun)
    let progress = ProgressLine.counting("files")
    for type in scope.types {
      let declared = source.schema.recordType(named: type.name)?.assets ?? []
      try await files.collect(
        type.name, fields: declared.filter { type.fields.contains($0) }, of: source.listingStore, progress: progress)
    }
    return CopyReport.Files(files)
  }
}
