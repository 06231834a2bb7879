import CloudKitSchema
import Diagnostics
import Foundation
import SchemaReview

/// A schema text as the user named it: a path, `-`, `empty`, or a file of a git commit, `REF:path`.
enum SchemaInput {
  /// Reads a schema text.
  /// - Parameter stdinFilename: what to call standard input in messages.
  /// - Throws: `CommandFailure` that says why it cannot be read and what to do.
  static func read(_ argument: String, stdinFilename: String? = nil) throws -> SourceText {
    switch argument {
    case "-":
      let text = try InputFile.read(argument)
      return stdinFilename.map { SourceText(name: $0, bytes: text.bytes) } ?? text
    case "empty":
      // A file of this name is `./empty`.
      return SourceText(name: argument, text: "DEFINE SCHEMA\n")
    default:
      guard let colon = argument.firstIndex(of: ":"), !FileManager.default.fileExists(atPath: argument) else {
        return try InputFile.read(argument)
      }
      return try GitObject(ref: String(argument[..<colon]), path: String(argument[argument.index(after: colon)...]))
        .read()
    }
  }
}

extension SchemaDocument {
  /// The document of a text without errors.
  /// - Parameter action: what the document is for, such as `compare`.
  /// - Throws: `CommandFailure` that says how to list the errors.
  init(valid source: SourceText, to action: String) throws {
    self.init(source)
    guard hasErrors else { return }
    throw CommandFailure(
      "cannot \(action) \(source.name): it has mistakes; 'celestra-admin schema validate \(source.name)' lists them")
  }
}

/// A file of a git commit, read without a checkout.
private struct GitObject {
  let ref, path: String

  /// The name the user gave it.
  private var name: String { "\(ref):\(path)" }

  func read() throws -> SourceText {
    // A ref is never an option to git; and git has no ref that begins with a hyphen (git-check-ref-format).
    guard !ref.isEmpty, !ref.hasPrefix("-") else { throw failure("no such file, and '\(ref)' is no git ref") }
    guard let git = ChildProgram(named: "git") else { throw failure("no such file, and git is not on the PATH") }
    let repository = try git.run(["rev-parse", "--git-dir"])
    guard repository.status == 0 else {
      let said = repository.errors.split(separator: "\n").first.map { "\n  git: \($0)" } ?? ""
      throw failure("no such file, and this folder is in no git repository that can be read; check the path\(said)")
    }
    guard try git.run(["rev-parse", "--verify", "--quiet", "\(ref)^{tree}"]).status == 0 else {
      throw failure("there is no file of this name and no git ref '\(ref)'; 'git fetch' may bring it")
    }
    let object = try git.run(["cat-file", "blob", name])
    guard object.status == 0 else {
      throw failure(
        "'\(ref)' has no file '\(path)'; paths are those from the repository's root, ./ begins one from this folder")
    }
    return SourceText(name: name, bytes: object.output)
  }

  private func failure(_ why: String) -> CommandFailure { CommandFailure("cannot read \(name): \(why)") }
}
