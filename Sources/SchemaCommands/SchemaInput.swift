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
  static let help = ArgumentHelp("Schema file: \(forms). (default: the schema of the configuration)")
  /// The help for an argument that names several schemas.
  static let severalHelp = ArgumentHelp(
    "Schema files: paths, folders, - for standard input, or REF:path. (default: the schema of the configuration)")
  /// The help for the option that names standard input.
  static let stdinHelp = ArgumentHelp("File name that messages show for standard input.", valueName: "file")

  /// Reads a schema.
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
      let path = String(argument[argument.index(after: colon)...])
      return try await GitObject(ref: String(argument[..<colon]), path: path).read()
    }
  }

  static func read(_ arguments: [String], stdinFilename: String?) async throws -> [SourceText] {
    guard arguments.count(where: { $0 == "-" }) < 2 else {
      throw ValidationError("standard input can be read only once: pass - once")
    }
    var texts: [SourceText] = []
    for argument in arguments { texts.append(try await read(argument, stdinFilename: stdinFilename)) }
    return texts
  }

  /// Reads several schemas; a folder stands for the `.ckdb` files in it and below, and no argument for the schema of the
  /// configuration.
  static func readAll(
    _ arguments: [String], stdinFilename: String?, _ configuration: EffectiveConfiguration
  ) async throws -> [SourceText] {
    let files = arguments.isEmpty ? [try configuration.schemaFile(nil)] : arguments
    return try await read(files.flatMap(SchemaPaths.expanded), stdinFilename: stdinFilename)
  }
}

extension SchemaDocument {
  /// Parses a schema.
  /// - Parameter action: The verb of the error message, such as `compare`.
  /// - Throws: `CommandFailure` if the schema has errors.
  package init(valid source: SourceText, to action: String) throws {
    self.init(source)
    guard hasErrors else { return }
    throw CommandFailure("cannot \(action) \(source.name): it has errors\n\(frames)")
  }

  /// The findings as code frames, without a final newline.
  package var frames: String {
    var findings = Findings()
    findings.add(diagnostics, in: file.source)
    return String(findings.text(.plain).dropLast())
  }
}

/// A file in a git commit, read without a checkout.
private struct GitObject {
  let ref, path: String

  /// The name that the user passed.
  private var name: String { "\(ref):\(path)" }

  func read() async throws -> SourceText {
    // No ref begins with a hyphen (git-check-ref-format), so that git cannot read a ref as an option.
    guard !ref.isEmpty, !ref.hasPrefix("-") else { throw failure("no such file, and '\(ref)' is not a git ref") }
    guard let repository = try await ChildProgram.run("git", ["rev-parse", "--git-dir"]) else {
      throw failure("no such file, and git is not on the PATH")
    }
    guard repository.status == 0 else {
      let message = repository.errors.split(separator: "\n").first.map { "\n  git: \($0)" } ?? ""
      throw failure("no such file, and this folder is not in a readable git repository; check the path\(message)")
    }
    let tree = try await ChildProgram.run("git", ["rev-parse", "--verify", "--quiet", "\(ref)^{tree}"])
    guard tree?.status == 0 else {
      throw failure(
        "no such file, and no git ref '\(ref)'; check the path, or run 'git fetch' (in GitHub Actions: 'fetch-depth: 0' for "
          + "actions/checkout)")
    }
    guard let object = try await ChildProgram.run("git", ["cat-file", "blob", name]), object.status == 0 else {
      throw failure(
        "'\(ref)' has no file '\(path)'; paths are relative to the repository's root, or to this folder after ./; if the "
          + "file is new, compare with 'empty'")
    }
    return SourceText(name: name, bytes: object.output)
  }

  private func failure(_ reason: String) -> CommandFailure { CommandFailure("cannot read \(name): \(reason)") }
}
