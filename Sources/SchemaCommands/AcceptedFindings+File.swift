import CommandLineTool
import Diagnostics
import Foundation
import SchemaReview

extension AcceptedFindings {
  /// - Throws: `CommandFailure` if the file is not readable or not valid.
  static func read(_ path: String) throws -> [AcceptedFinding] {
    let source = try InputFile.read(path)
    var diagnostics: [Diagnostic] = []
    let entries = AcceptedFinding.read(source, into: &diagnostics)
    guard diagnostics.isEmpty else {
      let findings = Findings(diagnostics, in: [source])
      // The message has no final newline.
      throw CommandFailure("the file of accepted findings has errors\n\(findings.text(.plain).dropLast())")
    }
    return entries
  }

  func write() throws {
    let entries: [EncodableObject] = entries.map {
      ["rule": $0.rule, "file": $0.file, "subject": $0.subject, "reason": $0.reason, "expires": $0.expires]
    }
    let contents: EncodableObject = ["accepted": entries]
    try OutputFile.write(contents.prettyJSON(), to: file)
  }

  /// Returns the names of files in entries: relative to the folder of the file of accepted findings.
  func names(of files: [String]) -> [String: String] {
    Dictionary(files.map { ($0, relative($0)) }) { first, _ in first }
  }

  /// Returns the path of a file relative to the folder of this one; the name itself if it names no file.
  private func relative(_ name: String) -> String {
    FileManager.default.fileExists(atPath: name) ? name.path(fromFolderOf: file) : name
  }
}

extension String {
  /// Returns this path relative to the folder of a file.
  func path(fromFolderOf file: String) -> String {
    let path = URL(fileURLWithPath: self).standardizedFileURL.pathComponents
    let folder = URL(fileURLWithPath: file).standardizedFileURL.deletingLastPathComponent().pathComponents
    let common = zip(path, folder).prefix { $0 == $1 }.count
    return (Array(repeating: "..", count: folder.count - common) + path[common...]).joined(separator: "/")
  }
}
