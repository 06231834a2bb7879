import ArgumentParser
import CommandLineTool
import Diagnostics
import SchemaCommands

/// The program for schema files, which needs no network.
@main
struct CKDB: ProgramCommand {
  static let program = Program.ckdb

  static let configuration = CommandConfiguration(
    commandName: program.name,
    abstract: "Check, compare, format, and show CloudKit schemas (.ckdb) without a Mac.",
    discussion: """
      Reads and writes files only. Neither a Mac nor an Apple account is required.

      Exit codes: 0 success, 1 findings or differences, 2 failure, 64 usage error.
      """,
    version: ProgramVersion.description(of: program),
    subcommands: SchemaCommands.onFiles + [SchemaCommands.rules, SchemaCommands.configuration])

  @Flag(help: "Print errors only. Every command accepts this option; files are written as usual.")
  var quiet = false

  static let renamed = [RenamedArguments.findingsLimit]

  func run() async throws {
    try Terminal.standardOutput.write(
      data: """
        ckdb checks CloudKit schemas (.ckdb) before an import, in a pull request, and before a deployment.

          ckdb lint schema.ckdb                   Find mistakes. Nothing is changed.
          ckdb plan production.ckdb schema.ckdb   Show what a deployment changes, and what production refuses.

        On a Mac, "xcrun cktool export-schema" exports the schema of a container. To see what else there is:

          ckdb help                               List all commands; help COMMAND lists the options of one.

        """)
  }

  static func main() async { await runProgram() }
}
