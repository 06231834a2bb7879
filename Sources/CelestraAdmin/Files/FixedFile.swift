import CloudKitSchema
import Diagnostics
import Foundation

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
    let file = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    do {
      let permissions = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
      try Data(run.source.bytes).write(to: file, options: .atomic)
      if let permissions {
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: file.path)
      }
    } catch {
      throw CommandFailure("cannot write \(path): \(error.localizedDescription); check who may write it")
    }
    return run.source
  }
}
