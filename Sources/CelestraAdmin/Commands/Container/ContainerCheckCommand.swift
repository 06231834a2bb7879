import ArgumentParser
import CloudKitRecords
import CloudKitWebServices
import Foundation

/// `container check`: whether key, container, environment, schema and permissions work.
struct ContainerCheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Tell in plain words whether key, container, environment, schema and permissions work.",
    discussion: """
      Writes nothing, so whether writing is allowed stays unknown, unless --write-probe is given: that creates one \
      record and deletes it. Exits with 1 where something does not work.
      """)

  @Flag(help: "Create one record and delete it, to see whether writing is allowed.")
  var writeProbe = false

  @OptionGroup var container: ContainerOptions
  @OptionGroup var output: OutputOptions<TextAndJSON>

  func run() async throws {
    guard try container.isCloud else {
      throw CommandFailure(
        "'\(try container.container)' is a local container, which needs no key and no permission; name one with "
          + "--container iCloud.…")
    }
    if writeProbe { try container.cloud.confirmWriting(to: try container.container) }
    let opened = try container.openDatabase()
    let probe = writeProbe ? RecordName("celestra-admin-check-\(UUID().uuidString.lowercased())") : nil
    let findings = try await ContainerCheck(opened.database, schema: opened.schema).findings(writing: probe)
    try output.write(
      ContainerCheckReport(
        container: try container.container, environment: try container.cloud.environment, checked: findings))
    try (findings.contains { $0.state == .fails } ? ExitStatus.answerIsNo : .done).exit()
  }
}
