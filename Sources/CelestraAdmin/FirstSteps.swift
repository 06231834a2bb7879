/// The text that the program prints when it runs without arguments.
enum FirstSteps {
  /// The two commands that most people want, and the ways to the others.
  static let text = """
    celestra-admin checks CloudKit schemas and runs the catalog of a CloudKit public database.

      celestra-admin schema lint schema.ckdb   Check a schema file. Nothing is changed.
      celestra-admin init feeds.opml           Start a catalog in this folder from a list of feeds.

    Both work offline, without a Mac and without an Apple account. To see what else there is:

      celestra-admin doctor                    Show what this machine or configuration lacks.
      celestra-admin help                      List all commands; 'help COMMAND' shows one, 'help options' all options.

    """
}
