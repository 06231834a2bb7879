import Foundation
import Testing

/// A format's published schema, with the tool that holds a file against it; either may be absent.
enum PublishedSchema: String {
  case sarif = "sarif-schema-2.1.0.json"
  case junit = "JUnit.xsd"

  private var file: String {
    Session.root.deletingLastPathComponent().appendingPathComponent("shared/schemas/\(rawValue)").path
  }

  private func command(for path: String) -> [String] {
    switch self {
    case .sarif:
      [
        "python3", "-c",
        "import json, sys, jsonschema; jsonschema.validate(json.load(open(sys.argv[2])), json.load(open(sys.argv[1])))",
        file, path,
      ]
    case .junit: ["xmllint", "--noout", "--schema", file, path]
    }
  }

  /// Whether a file can be held against it here.
  var isAvailable: Bool {
    let probe = self == .sarif ? ["python3", "-c", "import jsonschema"] : ["xmllint", "--version"]
    return FileManager.default.fileExists(atPath: file) && (try? Self.run(probe).status) == 0
  }

  /// What the tool has against a file; empty where it has nothing.
  func complaints(about path: String) throws -> String {
    let (status, text) = try Self.run(command(for: path))
    return status == 0 ? "" : text
  }

  /// Runs a command found in the path to its end.
  static func run(_ command: [String]) throws -> (status: Int32, text: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }
}
