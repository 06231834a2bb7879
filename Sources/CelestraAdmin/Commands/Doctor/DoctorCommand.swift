import ArgumentParser
import CloudKitRecords
import CloudKitWebServices
import CloudKitWire
import CommandLineTool
import Diagnostics
import Foundation

struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Show what is missing, and the commands that fix it.",
    discussion: """
      Checks the configuration, the schema, the container, the contact URL, the certificates, the network, the clock, \
      and the text converters. With a key, it also checks the server, environment, schema, and permissions of an iCloud \
      container; with a management token, what commands on live schemas need. Changes no data unless you pass \
      --write-probe. The exit code is 1 if a check fails.
      """)

  @Flag(help: "Skip the checks of servers and the clock, and send nothing.")
  var offline = false

  @Flag(help: "Create and delete a record to check write permission.")
  var writeProbe = false

  @OptionGroup(title: "Container") var container: ContainerOptions
  @OptionGroup(title: "Container") var live: LiveSchemaOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup(title: "Output") var output: OutputOptions<TextAndJSON>

  func validate() throws {
    if offline, writeProbe { throw ValidationError("--write-probe sends requests, --offline sends none") }
  }

  func run() async throws {
    var facts = await MachineFacts(container, isOffline: offline)
    let live = LiveSchemaChecks(options: live, asOf: clock.asOf)
    facts.isAboutSchemas = live.areWanted && !facts.hasKey
    var checks = facts.checks
    if !offline {
      checks += try await cloudChecks(facts)
      if live.areWanted { checks += try await live.checks() }
    }
    let checklist = Checklist(checks, of: subject)
    try output.write(checklist, exit: checklist.exitStatus)
  }

  /// The checked container, for the summary.
  private var subject: [(String, String)] {
    guard let name = try? container.name else { return [] }
    return [("container", name.name)] + (name.environment.map { [("environment", $0.rawValue)] } ?? [])
  }

  /// Checks an iCloud container with the key, unless the machine lacks what opening it takes.
  private func cloudChecks(_ facts: MachineFacts) async throws -> [Check] {
    guard facts.canOpenCloudContainer else {
      if writeProbe { throw CommandFailure("--write-probe requires an iCloud container and its key") }
      return []
    }
    if writeProbe { try container.confirmWriting() }
    let opened = try container.open(for: .reading)
    guard let database = opened.database else { return [] }
    let probe = writeProbe ? RecordName("celestra-admin-check-\(UUID().uuidString.lowercased())") : nil
    return try await ContainerCheck(database, schema: opened.schema).checks(writing: probe).filter {
      // The checks of the machine say the same.
      $0.state != .works || !["server", "clock"].contains($0.subject)
    }
  }
}
