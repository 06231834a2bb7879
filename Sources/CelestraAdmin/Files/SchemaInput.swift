import Diagnostics
import Foundation
import SchemaReview

/// A schema named by the user: a path, `-`, `empty`, or a file in a git commit, `REF:path`.
enum SchemaInput {
  /// Reads a schema.
  /// - Parameter stdinFilename: The file name that messages show for standard input.
  /// - Throws: `CommandFailure` if the schema cannot be read.
  static func read(_ argument: String, stdinFilename: String? = nil) async throws -> SourceText {
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
}

extension SchemaDocument {
  /// Parses a schema.
  /// - Parameter action: The verb of the error message, such as `compare`.
  /// - Throws: `CommandFailure` if the schema has errors.
  init(valid source: SourceText, to action: String) throws {
    self.init(source)
    guard hasErrors else { return }
    throw CommandFailure(
      "cannot \(action) \(source.name): it has errors; 'celestra-admin schema validate \(source.name)' lists them")
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
      throw failure("no such file, and no git ref '\(ref)'; check the path, or run 'git fetch'")
    }
    guard let object = try await ChildProgram.run("git", ["cat-file", "blob", name]), object.status == 0 else {
      throw failure(
        "'\(ref)' has no file '\(path)'; paths are relative to the repository's root, or to this folder after ./")
    }
    return SourceText(name: name, bytes: object.output)
  }

  private func failure(_ reason: String) -> CommandFailure { CommandFailure("cannot read \(name): \(reason)") }
}
