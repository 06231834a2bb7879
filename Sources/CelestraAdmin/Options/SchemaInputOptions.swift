import ArgumentParser
import Diagnostics

/// Options for reading schemas.
struct SchemaInputOptions: ParsableArguments {
  /// The help for an argument that names a schema.
  static let forms = "a path, - for standard input, REF:path for a file in a git commit, or empty"

  @Option(help: ArgumentHelp("File name that messages show for standard input.", valueName: "file"))
  var stdinFilename: String?

  /// Reads a schema.
  func read(_ argument: String) async throws -> SourceText {
    try await SchemaInput.read(argument, stdinFilename: stdinFilename)
  }

  /// The help for an argument that names several schemas.
  static let severalForms = "paths, folders, patterns such as 'schema/*.ckdb', - for standard input, or REF:path"

  /// Reads several schemas; a folder stands for its `.ckdb` files, and a pattern for the files that match.
  func readAll(_ arguments: [String]) async throws -> [SourceText] {
    try await read(arguments.flatMap(SchemaPaths.expanded))
  }

  /// Reads several schemas.
  func read(_ arguments: [String]) async throws -> [SourceText] {
    guard arguments.count(where: { $0 == "-" }) < 2 else {
      throw ValidationError("standard input can be read only once: pass - once")
    }
    var texts: [SourceText] = []
    for argument in arguments { texts.append(try await read(argument)) }
    return texts
  }
}
