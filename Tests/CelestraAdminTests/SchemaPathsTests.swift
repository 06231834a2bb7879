import Foundation
import Testing

@testable import CelestraAdmin

@Suite("Patterns and folders of schema files")
struct SchemaPathsTests {
  /// Files and links, with the link's destination.
  private static let tree: [(path: String, destination: String?)] = [
    ("v1/a.ckdb", nil), ("v1/sub/b.ckdb", nil), ("v1/sub/deep/c.ckdb", nil), ("v1/.hidden/h.ckdb", nil),
    ("v1/.x.ckdb", nil), ("v1/folder.ckdb/d.ckdb", nil), ("v1/loop", "."), ("current", "v1"), ("a[1]/e.ckdb", nil),
    ("new\nline/f.ckdb", nil), ("link.ckdb", "v1"), ("other.txt", nil),
  ]

  @Test(
    "links to folders are followed, but not by **",
    arguments: [
      ("v1", "v1/a.ckdb v1/folder.ckdb/d.ckdb v1/sub/b.ckdb v1/sub/deep/c.ckdb"),
      ("current", "current/a.ckdb current/folder.ckdb/d.ckdb current/sub/b.ckdb current/sub/deep/c.ckdb"),
      ("current/", "current/a.ckdb current/folder.ckdb/d.ckdb current/sub/b.ckdb current/sub/deep/c.ckdb"),
      ("current/*.ckdb", "current/a.ckdb"), ("*/a.ckdb", "current/a.ckdb link.ckdb/a.ckdb v1/a.ckdb"),
      ("v1/*/b.ckdb", "v1/sub/b.ckdb"), ("v1/**/c.ckdb", "v1/sub/deep/c.ckdb"),
      ("v1/**/**/c.ckdb", "v1/sub/deep/c.ckdb"), ("v1/s?b/**/?.ckdb", "v1/sub/b.ckdb v1/sub/deep/c.ckdb"),
      ("a[1]/*.ckdb", "a[1]/e.ckdb"), ("*[1]/*", "a[1]/e.ckdb"), ("new*/f.ckdb", "new\nline/f.ckdb"),
      ("**/f.ckdb", "new\nline/f.ckdb"), ("*.txt", "other.txt"), ("v1/**", "v1/a.ckdb"),
      ("v1/********b/**/**/**/**/**/**/**/c.ckdb", "v1/sub/deep/c.ckdb"),
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

  @Test("files whose names differ only in normalization are both found")
  func normalization() throws {
    let session = try Session()
    let names = ["\u{E9}.ckdb", "e\u{301}.ckdb"]
    for name in names { try session.write("", to: name) }
    // A Mac's file system has one file of both names.
    let count = try FileManager.default.contentsOfDirectory(atPath: session.path("")).count { $0.hasSuffix("ckdb") }
    #expect(try SchemaPaths.expanded(session.path("**/*.ckdb")).count == count)
  }

  @Test("long names and deep folders take no more time with many stars", .timeLimit(.minutes(1)))
  func stars() throws {
    let session = try Session()
    let path = String(repeating: "d/", count: 60) + String(repeating: "a", count: 40) + ".ckdb"
    try session.write("", to: path)
    let stars = String(repeating: "**/", count: 12) + String(repeating: "*", count: 12)
    #expect(try SchemaPaths.expanded(session.path(stars + ".ckdb")).count == 1)
    #expect(throws: CommandFailure.self) { try SchemaPaths.expanded(session.path(stars + "b.ckdb")) }
  }

  @Test("a pattern that matches only folders matches no file", arguments: ["v1/*older.ckdb", "nowhere/*", "*/*/*/*/*"])
  func none(argument: String) throws {
    let session = try Session()
    try session.write("", to: "v1/folder.ckdb/d.ckdb")
    #expect(throws: CommandFailure.self) { try SchemaPaths.expanded(session.path(argument)) }
  }
}
