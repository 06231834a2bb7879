import AssetFiles
import CloudKitRecords
import Foundation

/// A development and a production environment of one container, emulated from `a.sqlite` and `b.sqlite`. Development has
/// notes with photos, whose files are in `a.sqlite.assets`.
struct PhotoNotes {
  static let schema = """
    DEFINE SCHEMA
      RECORD TYPE Note (
        "___recordID" REFERENCE QUERYABLE, text STRING, photo ASSET, scans LIST<ASSET>,
        GRANT WRITE TO "_creator", GRANT CREATE TO "_icloud", GRANT READ TO "_world"
      );
      RECORD TYPE Tag ("___recordID" REFERENCE QUERYABLE, name STRING, GRANT CREATE TO "_icloud", GRANT READ TO "_world");
    """
  static let backup = ["container", "backup", TwoContainers.dev, "--to", "backup.sqlite", "--assets", "files"]
  static let restore = [
    "container", "restore", "backup.sqlite", "--to", TwoContainers.prod, "--assets", "files", "--yes",
  ]
  static let verify = ["container", "verify", "backup.sqlite", "--assets", "files"]

  let session: Session

  /// Creates `a.sqlite`. Every fourth note has the photo of another, every fifth has no photo but two scans.
  /// - Parameters:
  ///   - notes: the number of notes.
  ///   - size: the least bytes of a file.
  init(notes: Int = 20, size: Int = 1000) throws {
    session = try Session()
    try session.write(Self.schema, to: "schema/celestra.ckdb")
    session.input = #"{"recordType":"Tag","recordName":"t","fields":{"name":"tag"}}"#
    let put = try session.run("records", "put", "-", "--container", "a.sqlite")
    guard put.status == 0 else { throw Unmade(transcript: put) }
    try FileManager.default.createDirectory(
      atPath: session.path("a.sqlite.assets"), withIntermediateDirectories: false)
    let rows = try (0..<notes).map { index in
      let photo = index % 5 == 4 ? "NULL" : "'\(try file(index % 4 == 3 ? index - 1 : index, size))'"
      let scans = index % 5 == 4 ? "'[\(try file(1000 + index, size)),\(try file(2000 + index, size))]'" : "NULL"
      return "('n\(index)', \(index), \(index), 'e\(index)', 'Note \(index)', \(photo), \(scans))"
    }
    try session.change(
      "INSERT INTO Note (___recordID, ___createTime, ___modTime, ___etag, text, photo, scans) VALUES "
        + rows.joined(separator: ", "), in: "a.sqlite")
  }

  private struct Unmade: Error { let transcript: Session.Transcript }

  /// Writes a file and returns its asset as a container stores it.
  func file(_ number: Int, _ size: Int) throws -> String {
    let content = (0..<(size + number)).map { UInt8(truncatingIfNeeded: $0 &* (number + 3)) }
    let checksum = AssetChecksum(of: content).text
    let folder = AssetFolder(session.path("a.sqlite.assets"))
    try Data(content).write(to: URL(filePath: folder.path(ofChecksum: checksum)))
    return #"{"fileChecksum":"\#(checksum)","size":\#(content.count)}"#
  }

  /// Starts the emulator.
  func emulator(_ arguments: String...) throws -> EmulatorProcess {
    try EmulatorProcess(
      session, ["--container", "\(EmulatorProcess.container)/production=b.sqlite"] + arguments,
      container: "\(EmulatorProcess.container)/development=a.sqlite")
  }

  /// The records of a container with the checksums and sizes of their files.
  func notes(in container: String) throws -> [String] {
    try session.sqlite(
      """
      SELECT ___recordID || ' ' || text || ' '
        || coalesce(json_extract(photo, '$.fileChecksum') || json_extract(photo, '$.size'), '') || ' '
        || coalesce((SELECT group_concat(json_extract(value, '$.fileChecksum')) FROM json_each(scans)), '')
      FROM Note ORDER BY ___recordID
      """, in: container)
  }

  /// The files in a folder of the session.
  func files(in folder: String) throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: session.path(folder))
    return try Dictionary(
      uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: URL(filePath: session.path("\(folder)/\($0)")))) })
  }

  /// The path of some file in a folder.
  func someFile(in folder: String) throws -> String {
    session.path("\(folder)/\(try files(in: folder).keys.sorted()[3])")
  }
}
