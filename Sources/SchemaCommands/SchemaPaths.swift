import CommandLineTool
import Foundation
import SystemCalls

/// The schema files that an argument names: a folder stands for the `.ckdb` files in it and below.
enum SchemaPaths {
  /// Returns the paths in their order; an argument that is not a folder is returned unchanged.
  /// - Throws: `CommandFailure` if a folder has no files or cannot be read, or for a pattern.
  static func expanded(_ argument: String) throws -> [String] {
    guard let status = FileStatus(argument) else {
      guard !argument.contains(where: { $0 == "*" || $0 == "?" }) else {
        throw CommandFailure(
          "cannot read \(argument): no such file; leave a pattern to the shell, without quotes, or pass the folder")
      }
      return [argument]
    }
    guard status.isFolder else { return [argument] }
    let files = try files(in: argument.hasSuffix("/") ? argument : argument + "/")
    guard !files.isEmpty else { throw CommandFailure("cannot read \(argument): the folder has no .ckdb files") }
    return files.sorted()
  }

  /// Returns the visible files in a folder and below. Links to folders are not followed: they could run in circles.
  /// - Parameters:
  ///   - folder: The path with a final slash; empty for the current folder.
  ///   - skipped: The names of folders to leave out.
  static func files(in folder: String, skipping skipped: Set<String> = []) throws -> [String] {
    let names: [String]
    do { names = try FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder) } catch {
      throw CommandFailure("cannot read the folder \(folder.dropLast()): check its permissions")
    }
    return try names.filter { !$0.hasPrefix(".") && !skipped.contains($0) }.flatMap { name -> [String] in
      let path = folder + name
      guard FileStatus(path)?.isFolder == true else { return name.hasSuffix(".ckdb") ? [path] : [] }
      let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
      return isLink ? [] : try files(in: path + "/", skipping: skipped)
    }
  }
}
