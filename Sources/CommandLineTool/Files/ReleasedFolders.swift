import Foundation
import SystemCalls

/// The folders schema/ and seed/ that come with a released program: beside it in a release file, and in
/// ../share/celestra-admin in a package.
package enum ReleasedFolders {
  /// The seed folder that commands read unless the user passes another.
  package static let seed = "seed"

  /// Returns what to do about a missing file.
  package static func advice(for path: String) -> String {
    guard [seed, EffectiveConfiguration.schema].contains(path) else { return "check the path" }
    return copyCommand(for: path).map { "copy the one that came with the program: \($0)" }
      ?? "run the command in the folder with schema/ and seed/, or pass a path"
  }

  /// Returns the command that copies the folder of a missing file, and the other one if it is missing, too; `nil` if the
  /// folder exists, or if the program came without it.
  /// - Parameters:
  ///   - path: The path of the file in the current folder.
  ///   - folder: The current folder.
  ///   - program: The path of the program.
  package static func copyCommand(
    for path: String, in folder: String = ".", of program: String? = Bundle.main.executablePath
  ) -> String? {
    let missing = ["schema", seed].filter { FileStatus("\(folder)/\($0)") == nil }
    guard let program, missing.contains(where: { path == $0 || path.hasPrefix($0 + "/") }) else { return nil }
    let bin = URL(fileURLWithPath: program).standardizedFileURL.deletingLastPathComponent()
    let package = bin.deletingLastPathComponent().appendingPathComponent("share/celestra-admin")
    let copies = [bin, package].map { source in missing.map { source.appendingPathComponent($0).path } }
    guard let released = copies.first(where: { $0.allSatisfy { FileStatus($0)?.isFolder == true } }) else { return nil }
    return "cp -R \(released.map(\.shellWord).joined(separator: " ")) ."
  }
}

extension String {
  /// This path as one word of a shell command.
  package var shellWord: String { "'\(replacing("'", with: "'\\''"))'" }
}
