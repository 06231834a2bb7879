import ArgumentParser
import CloudKitSchema

/// The record types that a command includes.
struct TypeSelectionOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Record types to include, separated by commas. (default: all)", valueName: "names"))
  var types: String?

  @Option(help: ArgumentHelp("Record types to leave out, separated by commas.", valueName: "names"))
  var exceptTypes: String?

  func validate() throws {
    if let types, RecordsCommand.names(types).isEmpty {
      throw ValidationError("--types requires the names of record types")
    }
    if let exceptTypes, RecordsCommand.names(exceptTypes).isEmpty {
      throw ValidationError("--except-types requires the names of record types")
    }
  }

  /// The named record types; `nil` for all.
  var named: [RecordType.Name]? { types.map { RecordsCommand.names($0) } }

  var excepted: [RecordType.Name] { RecordsCommand.names(exceptTypes) }
}
