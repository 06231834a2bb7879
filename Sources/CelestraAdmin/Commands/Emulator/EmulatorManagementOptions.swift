import ArgumentParser
import CloudKitEmulator
import CloudKitWire
import Notation
import SchemaService

/// The part of CloudKit's management API that the emulator serves.
struct EmulatorManagementOptions: ParsableArguments {
  @Option(
    name: .customLong("team"),
    help: ArgumentHelp(
      "Team and one of its containers, for schema commands with the token in CLOUDKIT_MANAGEMENT_TOKEN. Repeatable.",
      valueName: "id=iCloud.…"))
  var teams: [TeamContainer] = []

  @Option(help: ArgumentHelp("Delay before exports show an import or a reset. (default: none)", valueName: "time"))
  var importDelay: TimeSpan?

  @Option(help: ArgumentHelp("Delay before exports show a deployment. (default: none)", valueName: "time"))
  var deployDelay: TimeSpan?

  @Option(
    help: ArgumentHelp(
      "Fault of management requests, of all or one operation, and the number of requests, such as html/export=1. "
        + "Repeatable. Kinds: \(ManagementFault.Kind.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "kind/operation=count"))
  var managementFault: [ManagementFault] = []

  /// Returns the configuration; `nil` without a team.
  func configuration(of databases: ServedDatabases) throws -> ManagementConfiguration? {
    guard !teams.isEmpty else { return nil }
    var configuration = ManagementConfiguration(
      token: try TokenVariable.token().text, containers: teams.map(\.container),
      schema: { id in databases.schema(of: id) })
    configuration.importDelay = importDelay?.duration ?? .zero
    configuration.deployDelay = deployDelay?.duration ?? .zero
    configuration.faults = managementFault
    return configuration
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

extension ManagementFault: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}
