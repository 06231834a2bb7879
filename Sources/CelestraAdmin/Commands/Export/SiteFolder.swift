import CommandLineTool
import Diagnostics
import Foundation
import SystemCalls

/// The folder of a site. A list in it names the files that the program has written: only these are replaced and
/// removed.
struct SiteFolder {
  private static let list = ".celestra-site"

  private let path: String
  private let files: Set<String>
  private let former: Set<String>

  /// Prepares a folder for files, of which none is written yet.
  /// - Throws: `CommandFailure` if the folder has a file of another origin in the place of one of them.
  init(_ path: String, files: Set<String>) throws {
    self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    self.files = files
    if let status = FileStatus(path), !status.isFolder {
      throw CommandFailure("\(path) is a file; name a folder for the site")
    }
    let list = FileManager.default.contents(atPath: "\(self.path)/\(Self.list)") ?? Data()
    former = Set(String(decoding: list, as: UTF8.self).split(separator: "\n").map(String.init).filter(Self.isInside))
    for file in files.subtracting(former).sorted() where FileStatus("\(self.path)/\(file)") != nil {
      throw CommandFailure(
        "\(self.path)/\(DisplayText.short(file)) was not written by 'export html'; nothing was written; remove it, or "
          + "name another folder")
    }
    // A run that is stopped leaves a list of all files that it may have written.
    try write(former.union(files))
  }

  /// Opens a file for writing, and creates its folder.
  func open(_ file: String) throws -> OutputFile { try OutputFile(creating: "\(path)/\(file)") }

  func write(_ text: String, to file: String) throws { try OutputFile.create(text, at: "\(path)/\(file)") }

  /// Removes the files of former runs that were not written again.
  func finish() throws {
    for file in former.subtracting(files) { SystemPath.remove("\(path)/\(file)") }
    try write(files)
  }

  private func write(_ files: Set<String>) throws {
    try write(files.sorted().map { $0 + "\n" }.joined(), to: Self.list)
  }

  /// Whether a line of the list names a file in the folder.
  private static func isInside(_ file: String) -> Bool {
    !file.hasPrefix("/")
      && !file.split(separator: "/", omittingEmptySubsequences: false).contains { $0 == ".." || $0 == "" }
  }
}
