import CloudKitRecords
import CloudKitSchema
import Diagnostics
import Foundation
import SQLiteStore
import TestEnvironment
import Testing

@Suite("Backups of containers of any app, compared by a client of another make", .serialized)
struct CorpusBackupTests {
  private static let python =
    TestEnvironment.comparesPeers ? TestProgram(pythonRunning: "import requests, cryptography") : nil
  private static let script = Session.root.appending(path: "Tests/CelestraAdminTests/Fixtures/Clients/wire_records.py")
  private static let source = "iCloud.org.example.source"
  private static let target = "iCloud.org.example.target"
  private static let other = "iCloud.org.example.other"

  /// A schema of the corpus that a container can have.
  struct CollectedSchema: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let schema: Schema

    var testDescription: String { name }

    /// The record types and fields that a public database can have, for the other client.
    var types: [[String: Any]] {
      schema.recordTypes.filter { !RecordType.isSystem($0.name) }.map { type in
        let fields = type.fields.filter { !SystemField.isReserved($0.name) && !$0.type.isEncrypted }
        return [
          "name": type.name,
          "fields": fields.map {
            ["name": $0.name, "type": $0.type.primitive.rawValue, "list": $0.type.isList] as [String: Any]
          },
        ]
      }
    }

    var hasAssets: Bool { schema.recordTypes.contains { $0.fields.contains { $0.type.primitive == .asset } } }
  }

  private static let schemas: [CollectedSchema] = {
    let folder = Corpus.folder("ckdb")
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let readable: [CollectedSchema] = files.filter { $0.hasSuffix(".ckdb") }.sorted().compactMap { name in
      guard let data = try? Data(contentsOf: folder.appending(path: name)) else { return nil }
      let file = SchemaFile(SourceText(name: name, bytes: Array(data)))
      guard !file.syntaxDiagnostics.contains(where: { $0.severity == .error }) else { return nil }
      let schema = Schema(file)
      guard (try? LocalContainer.inMemory(schema: schema) { Timestamp(milliseconds: 0) }) != nil else { return nil }
      return CollectedSchema(name: name, text: String(decoding: data, as: UTF8.self), schema: schema)
    }
    // All take minutes.
    let everything = ProcessInfo.processInfo.environment["CELESTRA_FUZZ_ITERATIONS"] != nil
    return everything ? readable : readable.enumerated().filter { $0.offset.isMultiple(of: 9) }.map(\.element)
  }()

  @Test(
    "the records of a container are equal after a backup and a restore, or the exit code is 1 and names what is not",
    .enabled(if: python != nil, "needs CELESTRA_PEERS=1 and python3 with requests and cryptography"),
    .enabled(if: Corpus.has("ckdb"), "\(Corpus.absence)"), arguments: schemas)
  func roundTrip(collected: CollectedSchema) throws {
    let session = try Session()
    try session.write(collected.text, to: "schema/celestra.ckdb")
    let types = try JSONSerialization.data(withJSONObject: collected.types)
    try session.write(String(decoding: types, as: UTF8.self), to: "types.json")
    let emulator = try EmulatorProcess(
      session, ["--container", "\(Self.target)=b.sqlite", "--container", "\(Self.other)=c.sqlite"],
      container: "\(Self.source)=a.sqlite")
    let written = try Self.run("write", Self.source, at: emulator)
    #expect(written.contains("written ") || collected.types.isEmpty, "\(written)")
    let assets = collected.hasAssets ? ["--assets", "files"] : []
    let backup = try session.run(["container", "backup", Self.source, "--to", "backup.sqlite"] + assets)
    #expect(backup.status == 0 || backup.status == 1 && backup.out.contains("missing: "), "\(backup)")
    var restore = ["container", "restore", "backup.sqlite", "--to", Self.target]
    var restored = try session.run(restore + assets)
    if restored.err.contains("pass --partial") {
      restore.append("--partial")
      restored = try session.run(restore + assets)
    }
    let said = backup.out + restored.out + restored.err
    let compared = try Self.run("compare", Self.source, Self.target, at: emulator)
    let different = compared.split(separator: "\n").filter { !$0.hasPrefix("equal ") }
    #expect(different.isEmpty || backup.status + restored.status > 0, "\(compared)\n\(backup)\n\(restored)")
    for line in different {
      let type = String(line.split(separator: " ").dropFirst().first ?? "")
      let isNamed = said.contains(type + ":") || said.contains("left out: \(type), ")
      #expect(line.hasPrefix("differs ") && isNamed, "\(line)\n\(said)")
    }
    // Without the option, the fields are named whose files are lost.
    guard backup.out.contains(#/files: [1-9]/#) else { return }
    restore[4] = Self.other
    let without = try session.run(restore)
    #expect(without.status == 1 && without.out.contains("not restored: the files of "), "\(without)")
  }

  private static func run(_ arguments: String..., at emulator: EmulatorProcess) throws -> String {
    let result = try #require(python).run(
      [script.path, emulator.url, EmulatorProcess.keyID, "key.pem", arguments[0], "types.json"] + arguments.dropFirst(),
      in: emulator.session.folder)
    #expect(result.status == 0, "\(result.text)")
    return result.out
  }
}
