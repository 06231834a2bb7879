import Foundation
import Testing

/// Backups that lack records.
extension ContainerBackupTests {
  private static let ofBooks = [
    "container", "backup", TwoContainers.dev, "--to", "backup.sqlite", "--keep", "2", "--schema",
  ]

  /// An emulator of books, and of a note, whose type cannot be listed.
  private static func books() throws -> EmulatorProcess {
    let session = try Session()
    try session.write(RecordsCommandTests.schema, to: "books.ckdb")
    try session.write(RecordsCommandTests.books, to: "books.jsonl")
    let emulator = try EmulatorProcess(session, ["--schema", "books.ckdb"])
    #expect(try emulator.run(["records", "put", "books.jsonl", "--schema", "books.ckdb"]).status == 0)
    return emulator
  }

  @Test("a schema that lacks a type of the former backup is refused, and one that lacks a field keeps that backup")
  func lesserSchema() throws {
    let emulator = try Self.books()
    let session = emulator.session
    #expect(try session.run(Self.ofBooks + ["books.ckdb", "--list-by", "Note.text"]).status == 0)
    try session.write(RecordsCommandTests.schema.replacing(#/RECORD TYPE Author[^;]*;/#, with: ""), to: "types.ckdb")
    let refused = try session.run(Self.ofBooks + ["types.ckdb", "--list-by", "Note.text"])
    #expect(
      refused.status == 2
        && refused.err.contains("is a backup of more record types, also of Author; nothing was written"), "\(refused)")
    #expect(try session.run("container", "verify", "backup.sqlite").status == 0)
    try session.write(RecordsCommandTests.schema.replacing("isbn STRING,", with: ""), to: "fields.ckdb")
    let made = try session.run(Self.ofBooks + ["fields.ckdb", "--list-by", "Note.text"])
    #expect(made.status == 0, "\(made)")
    let files = try FileManager.default.contentsOfDirectory(atPath: session.folder.path).filter {
      $0.hasPrefix("backup.") && $0.hasSuffix(".sqlite")
    }
    #expect(files.count == 2, "\(files)")
    for file in files {
      #expect(try session.sqlite("SELECT count(*) FROM Book", in: file) == ["2"])
    }
  }
}
