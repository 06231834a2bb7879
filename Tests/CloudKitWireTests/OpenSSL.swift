import Foundation
import TestEnvironment
import Testing

/// The openssl program, in a folder of its own.
final class OpenSSL {
  private static let program = TestProgram("openssl")
  /// Whether the program is there. macOS has LibreSSL, which lacks some kinds of keys.
  static var isThere: Bool { (try? program?.run(["version"]).out.hasPrefix("OpenSSL")) == true }

  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "celestra-openssl-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func run(_ arguments: String) throws {
    let result = try #require(Self.program).run(arguments.split(separator: " ").map(String.init), in: folder)
    #expect(result.status == 0, "openssl \(arguments)")
  }

  func data(_ name: String) throws -> Data { try Data(contentsOf: folder.appending(path: name)) }
  func read(_ name: String) throws -> String { String(decoding: try data(name), as: UTF8.self) }
  func write(_ bytes: [UInt8], to name: String) throws { try Data(bytes).write(to: folder.appending(path: name)) }
}
