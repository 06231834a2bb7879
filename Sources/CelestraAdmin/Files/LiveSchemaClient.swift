import CloudKitWebServices
import CloudKitWire
import CommandLineTool

/// A way to live schemas. Both read; only `cktool` changes a schema, since Apple documents no other way.
enum LiveSchemaClient {
  case cktool(CKTool)
  case http(ManagementClient)

  /// The value of `--via`.
  var name: String {
    switch self {
    case .cktool: SchemaWay.cktool.rawValue
    case .http: SchemaWay.http.rawValue
    }
  }

  func teams() async throws(LiveSchemaError) -> [ManagementTeam] {
    switch self {
    case .cktool(let cktool): try await cktool.teams()
    case .http(let client): try await client.teams()
    }
  }

  /// Returns the containers of the team.
  /// - Parameter query: A part of the ID or name; `nil` for all.
  func containers(
    matching query: String?, includingHidden: Bool
  ) async throws(LiveSchemaError) -> [ManagementContainer] {
    guard case .http(let client) = self else {
      throw LiveSchemaError(.unsupported, "cktool cannot list containers; pass --via http")
    }
    return try await client.containers(matching: query, includingHidden: includingHidden)
  }

  func export(_ environment: ContainerEnvironment) async throws(LiveSchemaError) -> [UInt8] {
    switch self {
    case .cktool(let cktool): try await cktool.export(environment)
    case .http(let client): try await client.export(environment)
    }
  }

  var cktool: CKTool {
    get throws {
      if case .cktool(let cktool) = self { return cktool }
      throw CommandFailure(
        "cannot change a schema over HTTP: run the command on a Mac with Xcode, whose cktool changes schemas, or make the "
          + "change in CloudKit Console")
    }
  }
}
