import ArgumentParser
import Diagnostics

/// How a command that reads schemas calls what it reads from standard input.
struct SchemaInputOptions: ParsableArguments {
  /// The help of an argument that is a schema.
  static let forms = "a path, - for standard input, REF:path for a file of a git commit, or empty"

  @Option(help: ArgumentHelp("What messages call standard input.", valueName: "file"))
  var stdinFilename: String?

  /// Reads one schema text.
  func read(_ argument: String) throws -> SourceText {
    try SchemaInput.read(argument, stdinFilename: stdinFilename)
  }

  /// Reads several schema texts.
  func read(_ arguments: [String]) throws -> [SourceText] {
    guard arguments.count(where: { $0 == "-" }) < 2 else {
      throw ValidationError("standard input can be read once only: give - once")
    }
    return try arguments.map(read)
  }
}
