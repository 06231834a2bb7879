import Foundation
import Testing

/// The openssl program, in a folder of its own.
final class OpenSSL {
  private static let path = ["/usr/bin/openssl", "/usr/local/bin/openssl", "/opt/homebrew/bin/openssl"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }
  static var isThere: Bool { path != nil }

  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "celestra-openssl-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func run(_ arguments: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(Self.path))
    process.arguments = arguments.split(separator: " ").map(String.init)
    process.currentDirectoryURL = folder
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "openssl \(arguments)")
  }

  func data(_ name: String) throws -> Data { try Data(contentsOf: folder.appending(path: name)) }
  func read(_ name: String) throws -> String { String(decoding: try data(name), as: UTF8.self) }
  func write(_ bytes: [UInt8], to name: String) throws { try Data(bytes).write(to: folder.appending(path: name)) }
}
