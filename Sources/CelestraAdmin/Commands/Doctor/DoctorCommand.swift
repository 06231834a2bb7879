import ArgumentParser
import Diagnostics

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
    let report = DoctorReport(items: facts.checkedItems)
    try output.write(report)
    try (report.items.count(.fails) > 0 ? ExitStatus.answerIsNo : .done).exit()
  }
}

/// The results of checking a machine and its configuration.
struct DoctorReport: Report {
  let command = "doctor"
  let items: [CheckedItem]

  var summary: EncodableObject {
    ["works": items.count(.works), "fails": items.count(.fails), "unknown": items.count(.unknown)]
  }

  func text(_ style: Style) -> String {
    let failures = items.count(.fails)
    return items.text(style)
      + (failures == 0
        ? "nothing is missing\n" : "\(failures.of("check")) failed; the commands after → fix the causes\n")
  }
}
