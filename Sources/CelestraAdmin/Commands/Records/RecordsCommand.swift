import ArgumentParser
import CloudKitRecords
import CloudKitSchema
import CommandLineTool
import Copying

struct RecordsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "records", abstract: "List, edit, export, and import records of any type.",
    discussion: """
      A local container has its own schema; for an iCloud container, pass its schema with --schema. Values are read by \
      the schema's types, and a filter or sort without its index is refused, as CloudKit refuses it.
      """,
    subcommands: [
      RecordsListCommand.self, RecordsShowCommand.self, RecordsCountCommand.self, RecordsPutCommand.self,
      RecordsSetCommand.self, RecordsBackfillCommand.self, RecordsRemoveCommand.self, RecordsExportCommand.self,
      RecordsImportCommand.self,
    ])

  /// Returns the names in a list separated by commas, each once.
  static func names(_ list: String?) -> [String] {
    var seen: Set<String> = []
    return (list ?? "").split(separator: ",").map { $0.filter { $0 != " " } }
      .filter { !$0.isEmpty && seen.insert($0).inserted }
  }
}

extension ContainerHandle {
  /// Returns the records with given names, in their order, and the names without a record.
  func records(
    named names: [RecordName], fields: [String]? = nil
  ) async throws -> (found: [Record], missing: [RecordName]) {
    var found: [Record] = []
    var missing: [RecordName] = []
    for page in names.recordPages {
      if Task.isCancelled { throw RecordStoreError.stopped }
      let records = try await store.lookup(page, desiredFields: fields)
      for name in page {
        if let record = records[name] { found.append(record) } else { missing.append(name) }
      }
    }
    return (found, missing)
  }
}
