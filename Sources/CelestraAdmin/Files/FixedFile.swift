import Diagnostics
import Foundation
import SchemaReview

/// A schema file with the safe fixes applied.
struct FixedFile {
  private let run: FixRun

  /// The number of fixes.
  var applied: Int { run.applied }

  /// Applies the fixes of the selected rules.
  init(_ source: SourceText, selection: RuleSelection) {
    run = FixRun.mending(source, selection: selection)
  }

  /// Writes the file atomically. Permissions stay, and links are followed.
  /// - Returns: The new text.
  func write(to path: String) throws -> SourceText {
    guard FileManager.default.fileExists(atPath: path) else {
      throw CommandFailure("cannot fix \(path): not a file; run without --fix")
    }
    try OutputFile.write(String(decoding: run.source.bytes, as: UTF8.self), to: path)
    return run.source
  }
}
