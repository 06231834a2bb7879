import ArgumentParser
import CloudKitSchema
import CommandLineTool
package import Diagnostics
import Foundation
package import SchemaReview

/// A schema named by the user: a path, `-`, `empty`, or a file in a git commit, `REF:path`.
enum SchemaInput {
  /// The help for an argument that names a schema.
  static let forms = "a path, - for standard input, REF:path for a file in a git commit, or empty"
  /// The help for an argument that names the schema of a command.
  static let help = ArgumentHelp("Schema file: \(forms). \(standard)")
  private static let standard = "(default: the schema of the configuration)"
  /// The help for an argument that names the new schema of a comparison.
  static let newHelp = ArgumentHelp("New schema. \(standard)")
  /// The help for an argument that names several schemas.
  static let severalHelp = ArgumentHelp(
    "Schema files: paths, folders, - for standard input, or REF:path. \(standard)")
  /// The help for the option that names standard input.
  static let stdinHelp = ArgumentHelp(
    "File name that messages show for standard input.", valueName: "file", visibility: .hidden)

  /// - Parameter stdinFilename: The file name that messages show for standard input.
  /// - Throws: `CommandFailure` if the schema cannot be read.
  static func read(_ argument: String, stdinFilename: String?) async throws -> SourceText {
    switch argument {
    case "-":
      let text = try InputFile.read(argument)
      return stdinFilename.map { SourceText(name: $0, bytes: text.bytes) } ?? text
    case "empty":
      // `./empty` names a file.
      return SourceText(name: argument, text: "DEFINE SCHEMA\n")
    default:
      guard let colon = argument.firstIndex(of: ":"), !FileManager.default.fileExists(atPath: argument) else {
        return try InputFile.read(argument)
      }
      return try await committed(
        argument, ref: String(argument[..<colon]), path: String(argument[colon...].dropFirst()))
    }
  }

  /// Reads a file in a git commit, without a checkout.
  private static func committed(_ argument: String, ref: String, path: String) async throws -> SourceText {
    let purpose = "cannot read \(argument): "
    let commit = try await GitCommit(ref, for: "\(purpose)no such file, and ", advice: "check the path")
    guard let bytes = try await commit.bytes(of: path) else {
      throw CommandFailure(
        "\(purpose)'\(ref)' has no file '\(path)'; paths are relative to the repository's root, or to this folder after "
          + "./; if the file is new, compare with 'empty'")
    }
    return SourceText(name: argument, bytes: bytes)
  }

  static func read(_ arguments: [String], stdinFilename: String?) async throws -> [SourceText] {
    guard arguments.count(where: { $0 == "-" }) < 2 else {
      throw ValidationError("standard input can be read only once: pass - once")
    }
    var texts: [SourceText] = []
    for argument in arguments { texts.append(try await read(argument, stdinFilename: stdinFilename)) }
    return texts
  }
}

/// The schemas of a command that takes several.
struct SchemaFilesOptions: ParsableArguments {
  @Argument(help: SchemaInput.severalHelp, completion: .file())
  var files: [String] = []

  @Option(help: SchemaInput.stdinHelp)
  var stdinFilename: String?

  /// Reads the schemas; a folder stands for the `.ckdb` files in it and below, and no argument for the schema of the
  /// configuration.
  func read(_ configuration: EffectiveConfiguration) async throws -> [SourceText] {
    let named = files.isEmpty ? [try configuration.schemaFile(nil)] : files
    return try await SchemaInput.read(named.flatMap(SchemaPaths.expanded), stdinFilename: stdinFilename)
  }
}

extension SchemaDocument {
  /// - Parameter action: The verb of the error message, such as `compare`.
  /// - Throws: `CommandFailure` if the schema has errors.
  package init(valid source: SourceText, to action: String) throws {
    self.init(source)
    guard hasErrors else { return }
    throw CommandFailure("cannot \(action) \(source.name): it has errors\n\(frames)")
  }

  /// The findings as code frames, without a final newline.
  package var frames: String { String(Findings(diagnostics, in: [file.source]).text(.plain).dropLast()) }
}
