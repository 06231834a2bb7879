import ArgumentParser
import CloudKitRecords

/// Options for hiding accepted findings and for accepting the rest.
struct AcceptanceOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Hide the findings that this file accepts.", valueName: "file"), completion: .file())
  var accepted: String?

  @Flag(help: "Add the findings of this run to the --accepted file. Existing entries are kept.")
  var accept = false

  @Option(help: "Reason to record for the findings that --accept adds.")
  var reason: String?

  @Flag(help: "Remove the entries of the --accepted file that match no finding of this run's files and rules.")
  var pruneAccepted = false

  @Option(name: .customLong("as-of"), help: ClockOptions.help)
  var asOf: Timestamp?

  func validate() throws {
    if reason != nil, !accept { throw ValidationError("--reason requires --accept") }
    if accept, reason?.contains(where: { !$0.isWhitespace }) != true {
      let file = accepted == nil ? ", and --accepted FILE, the file to write, unless the configuration names it" : ""
      throw ValidationError("--accept requires --reason TEXT: why the new findings are accepted\(file)")
    }
  }

  /// The values of the options.
  var values: Acceptance {
    Acceptance(accepted: accepted, accept: accept, reason: reason, pruneAccepted: pruneAccepted, asOf: asOf)
  }
}
