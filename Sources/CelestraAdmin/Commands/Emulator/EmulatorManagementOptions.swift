import ArgumentParser
import CloudKitEmulator
import CloudKitWebServices
import CloudKitWire

/// The part of CloudKit's management API that the emulator serves.
struct EmulatorManagementOptions: ParsableArguments {
  @Option(
    name: .customLong("team"),
    help: ArgumentHelp(
      "Team and one of its containers, for commands that read live schemas with the token in CLOUDKIT_MANAGEMENT_TOKEN. "
        + "Repeatable.", valueName: "id=iCloud.…"))
  var teams: [TeamContainer] = []

  /// Returns `nil` without a team.
  func configuration() throws -> ManagementConfiguration? {
    guard !teams.isEmpty else { return nil }
    return ManagementConfiguration(token: try TokenVariable.token().text, containers: teams.map(\.container))
  }
}

/// A team and a container: `TEAM=iCloud.org.example`.
struct TeamContainer: ExpressibleByArgument {
  let container: ManagementContainer

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, parts.allSatisfy({ $0.wholeMatch(of: #/[A-Za-z0-9._-]+/#) != nil }) else { return nil }
    container = ManagementContainer(
      id: parts[1], teamID: parts[0], name: String(parts[1].split(separator: ".").last ?? ""))
  }
}
