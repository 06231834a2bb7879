import ArgumentParser

/// Which addresses are allowed, and which certificates are trusted.
struct NetworkOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp("Also connect to private, loopback, and link-local addresses (for tests).", visibility: .hidden))
  var allowPrivate = false

  @Option(
    name: .customLong("ca-file"),
    help: ArgumentHelp(
      "PEM file of certificates to trust in addition to the system's.", valueName: "file", visibility: .hidden),
    completion: .file())
  var certificateFile: String?

  /// The settings of notices and pings.
  var notices: NoticeSettings { NoticeSettings(allowsPrivate: allowPrivate, certificateFile: certificateFile) }
}
