import Foundation
import Testing

@testable import CommandLineTool
@testable import SchemaCommands

@Suite("Folders of schema files")
struct SchemaPathsTests {
  /// Files and links, with the link's destination.
  private static let tree: [(path: String, destination: String?)] = [
    ("v1/a.ckdb", nil), ("v1/sub/b.ckdb", nil), ("v1/sub/deep/c.ckdb", nil), ("v1/.hidden/h.ckdb", nil),
    ("v1/.x.ckdb", nil), ("v1/folder.ckdb/d.ckdb", nil), ("v1/loop", "."), ("current", "v1"), ("a[1]/e.ckdb", nil),
    ("new\nline/f.ckdb", nil), ("link.ckdb", "v1"), ("other.txt", nil),
  ]

  @Test(
    "a folder, or a link to one, stands for the visible files below; other links to folders are not followed",
    arguments: [
      ("v1", "v1/a.ckdb v1/folder.ckdb/d.ckdb v1/sub/b.ckdb v1/sub/deep/c.ckdb"),
      ("current", "current/a.ckdb current/folder.ckdb/d.ckdb current/sub/b.ckdb current/sub/deep/c.ckdb"),
      ("current/", "current/a.ckdb current/folder.ckdb/d.ckdb current/sub/b.ckdb current/sub/deep/c.ckdb"),
      ("a[1]", "a[1]/e.ckdb"), ("new\nline", "new\nline/f.ckdb"), ("v1/a.ckdb", "v1/a.ckdb"),
      ("nowhere.ckdb", "nowhere.ckdb"),
    ])
  func links(argument: String, expected: String) throws {
    let session = try Session()
    for (path, destination) in Self.tree {
      if let destination {
        try FileManager.default.createSymbolicLink(atPath: session.path(path), withDestinationPath: destination)
      } else {
        try session.write("", to: path)
      }
    }
    let root = session.path("") + "/"
    let paths = try SchemaPaths.expanded(session.path(argument)).map { $0.replacing(root, with: "") }
    #expect(paths == expected.components(separatedBy: " "))
  }

  @Test("a folder without schemas and a pattern are refused", arguments: ["empty", "*.ckdb", "**/a.ckdb"])
  func none(argument: String) throws {
    let session = try Session()
    try session.write("", to: "empty/other.txt")
    #expect(throws: CommandFailure.self) { try SchemaPaths.expanded(session.path(argument)) }
  }
}
