import ArgumentParser

/// Options shared by commands that add, change or remove records.
struct EditOptions: ParsableArguments {
  @Flag(help: "Show what would change and which records depend on it, write nothing.")
  var dryRun = false

  @OptionGroup var container: ContainerOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup var output: OutputOptions<TextAndJSON>

  /// Opens the container for writing or, in a dry run, for reading.
  func open() throws -> OpenedContainer {
    try OpenedContainer(container, for: dryRun ? .reading : .writing)
  }
}
