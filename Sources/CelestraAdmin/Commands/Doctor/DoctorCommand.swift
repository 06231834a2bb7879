import ArgumentParser
import CommandLineTool

/// `doctor`: what the machine or the configuration lacks.
struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Show what this machine or configuration lacks, with the commands that fix it.",
    discussion: """
      Checks the configuration, the schema, the container and the key of an iCloud container, the folders to write to, \
      the contact URL, the certificates, the network, the clock, and the text converters. Changes no data and sends one \
      request without a key. The exit code is 1 if a check fails.
      """)

  @Flag(help: "Skip the checks of the network and the clock, and send nothing.")
  var offline = false

  @OptionGroup var container: ContainerOptions
  @OptionGroup var output: OutputOptions<TextAndJSON>

  func run() async throws {
    let facts = await MachineFacts(container, isOffline: offline)
    let checklist = Checklist("doctor", facts.checks)
    try output.write(checklist)
    try checklist.exitStatus.exit()
  }
}
