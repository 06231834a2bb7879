import CommandLineTool
import Diagnostics

enum SchemaSearch {
  /// The name of the file with the schema of production, beside the one that people edit.
  private static let production = "production.ckdb"

  /// Returns the schema file in a folder and below.
  /// - Parameter folder: Its path with a final slash; empty for the current folder.
  /// - Throws: `CommandFailure` that says how to get a first schema, or names several where the user cannot be asked.
  static func file(in folder: String) throws -> String {
    let all = try SchemaPaths.files(in: folder, skipping: ModelInput.skipped).sorted()
    let edited = all.filter { $0.split(separator: "/").last.map(String.init) != production }
    let found = edited.isEmpty ? all : edited
    guard let first = found.first else { throw CommandFailure("no .ckdb file here or below; \(advice)") }
    guard found.count > 1 else { return first }
    return try Confirmation.choice(
      "\(found.count) schemas", among: found,
      instead: "pass the one that the app uses: '\(Program.current.schema("init FILE"))'")
  }

  private static var advice: String {
    """
    get one, then run the command again:
      on a Mac: xcrun cktool export-schema --team-id TEAM --container-id CONTAINER --environment production \
    --output-file schema/schema.ckdb
      in a browser: CloudKit Console, Schema, Export Schema
      from a Core Data model or SwiftData classes: \(Program.current.schema("model PATH --output schema/schema.ckdb"))
    """
  }
}
