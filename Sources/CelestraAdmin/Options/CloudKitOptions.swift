import ArgumentParser
import CloudKitWebServices

/// The CloudKit container that a schema command uses, with defaults from environment variables.
struct CloudKitOptions: ParsableArguments {
  @Option(help: ArgumentHelp("ID of the developer team. (default: CLOUDKIT_TEAM_ID)", valueName: "id"))
  var teamId: String?

  @Option(help: ArgumentHelp("ID of the container, iCloud.… (default: CLOUDKIT_CONTAINER_ID)", valueName: "id"))
  var containerId: String?

  @Option(
    name: .customLong("environment"),
    help: "Environment: development or production. (default: CLOUDKIT_ENVIRONMENT or development)")
  var environmentOption: ContainerAddress.Environment?

  @Option(help: ArgumentHelp("Time limit for each run of cktool.", valueName: "seconds"))
  var timeout = 300.0

  func validate() throws {
    if !(timeout > 0 && timeout <= 3600) {
      throw ValidationError("--timeout must be more than 0 and at most 3600 seconds, not \(timeout)")
    }
  }

  /// The ID of the container.
  var container: String {
    get throws { try Self.value(containerId, "--container-id", "CLOUDKIT_CONTAINER_ID") }
  }

  /// The environment; development by default.
  var environment: ContainerAddress.Environment {
    get throws { try CloudKitVariables.environment(environmentOption) }
  }

  /// Returns the tool that connects to the container.
  func tool() throws -> CKTool {
    try CKTool(
      teamID: Self.value(teamId, "--team-id", "CLOUDKIT_TEAM_ID"), containerID: container, timeLimit: timeout)
  }

  private static func value(_ option: String?, _ flag: String, _ variable: String) throws -> String {
    // cktool would read a value with a leading hyphen as an option.
    guard let value = option ?? CloudKitVariables.value(variable), !value.isEmpty, !value.hasPrefix("-") else {
      throw ValidationError("pass \(flag), or set \(variable)")
    }
    return value
  }
}
