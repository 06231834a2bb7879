import Diagnostics
import Foundation
import SchemaReview

/// A schema file with the safe fixes applied.
struct FixedFile {
  private let run: FixRun

  /// How many fixes there are.
  var applied: Int { run.applied }

  /// Applies what the selected rules offer.
  init(_ source: SourceText, selection: RuleSelection) {
    run = FixRun.mending(source, selection: selection)
  }

  /// Writes the file at once or not at all, with the permissions it has, where a link points.
  /// - Returns: The text that is there now.
  func write(to path: String) throws -> SourceText {
    guard FileManager.default.fileExists(atPath: path) else {
      throw CommandFailure("cannot fix \(path): it is not a file; lint it without --fix")
    }
    try OutputFile.write(String(decoding: run.source.bytes, as: UTF8.self), to: path)
    return run.source
  }
}
