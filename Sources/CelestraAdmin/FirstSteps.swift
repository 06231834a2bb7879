/// The text that the program prints when it runs without arguments.
enum FirstSteps {
  /// The two commands that most people want, and the ways to the others.
  static let text = """
    celestra-admin checks CloudKit schemas and runs the catalog of a CloudKit public database.

      celestra-admin schema lint schema.ckdb   Check a schema file. Nothing is changed.
      celestra-admin seed                      Create celestra.sqlite from schema/ and seed/ in this folder.

    Both work offline, without a Mac and without an Apple account. To see what else there is:

      celestra-admin doctor                    Show what this machine or configuration lacks.
      celestra-admin help                      List all commands; help COMMAND lists the options of one.

    """
}
