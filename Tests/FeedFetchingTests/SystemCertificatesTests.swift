import Foundation
import Testing

@testable import FeedFetching

@Suite("Certificates of the system")
struct SystemCertificatesTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "certificates-\(UUID().uuidString)")

  @Test(
    "the file counts with a certificate, and without a file the folder with links by hash",
    arguments: [
      (nil, [], nil), (nil, ["README"], nil), (nil, ["a1b2c3d4.0"], "folder"),
      ("-----BEGIN CERTIFICATE-----\nx", [], "file"),
      ("# a comment\n-----BEGIN TRUSTED CERTIFICATE-----\n", [], "file"),
      ("", ["a1b2c3d4.0"], nil), ("garbage\n", [], nil),
    ] as [(String?, [String], String?)])
  func found(file: String?, names: [String], expected: String?) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let certificates = folder.appending(path: "all.crt").path
    if let file { try Data(file.utf8).write(to: URL(filePath: certificates)) }
    for name in names { try Data().write(to: folder.appending(path: name)) }
    let path = SystemCertificates.path(files: ["/nonexistent", certificates], folder: folder.path)
    #expect(path == ["file": certificates, "folder": folder.path][expected ?? ""])
  }
}
