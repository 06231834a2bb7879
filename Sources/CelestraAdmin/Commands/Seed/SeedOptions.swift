import ArgumentParser

/// Options shared by all seed commands.
struct SeedOptions: ParsableArguments {
  @Flag(help: "Show what would be written, write nothing.")
  var dryRun = false

  @Flag(help: "Refuse lists that are not well-formed XML, instead of repairing them.")
  var strict = false

  @Option(
    help: ArgumentHelp("Write the plan to this file, for 'apply', and nothing to the container.", valueName: "file"))
  var planOut: String?

  @OptionGroup var lists: ListOptions
  @OptionGroup var container: ContainerOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup var output: OutputOptions<TextJSONAndMarkdown>
}
