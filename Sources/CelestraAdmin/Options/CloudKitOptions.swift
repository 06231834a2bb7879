import ArgumentParser
import CloudKitWebServices

/// Which CloudKit container a command reaches, and where it is taken from in the environment.
struct CloudKitOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The developer team. (default: CLOUDKIT_TEAM_ID)", valueName: "id"))
  var teamId: String?

  @Option(help: ArgumentHelp("The container, iCloud.…. (default: CLOUDKIT_CONTAINER_ID)", valueName: "id"))
  var containerId: String?

  @Option(
    name: .customLong("environment"), help: "development or production. (default: CLOUDKIT_ENVIRONMENT or development)")
  var environmentOption: ContainerAddress.Environment?

  /// The container's id.
  var container: String {
    get throws { try Self.value(containerId, "--container-id", "CLOUDKIT_CONTAINER_ID") }
  }

  /// The environment; development unless somebody says otherwise.
  var environment: ContainerAddress.Environment {
    get throws { try CloudKitVariables.environment(environmentOption) }
  }

  /// The tool that reaches the container.
  func tool() throws -> CKTool {
    try CKTool(teamID: Self.value(teamId, "--team-id", "CLOUDKIT_TEAM_ID"), containerID: container)
  }

  private static func value(_ option: String?, _ flag: String, _ variable: String) throws -> String {
    // Nothing that could be taken for an option of cktool is an id.
    guard let value = option ?? CloudKitVariables.value(variable), !value.isEmpty, !value.hasPrefix("-") else {
      throw ValidationError("say \(flag), or set \(variable)")
    }
    return value
  }
}
