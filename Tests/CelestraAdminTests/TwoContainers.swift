import Foundation
import Testing

/// A development and a production environment of one container, emulated, with a seeded catalog in development.
struct TwoContainers {
  static let dev = "\(EmulatorProcess.container)@development"
  static let prod = "\(EmulatorProcess.container)@production"

  let session: Session
  let emulator: EmulatorProcess

  /// Starts the emulator.
  /// - Parameter feeds: the number of feeds in development.
  init(feeds: Int = 3, _ arguments: [String] = []) throws {
    session = try SeedInterruptionTests.seeded(feeds: feeds, into: "dev.sqlite")
    emulator = try EmulatorProcess(
      session, ["--container", "\(EmulatorProcess.container)/production=prod.sqlite"] + arguments,
      container: "\(EmulatorProcess.container)/development=dev.sqlite")
  }

  /// Runs `container copy` from development to production.
  func promote(_ arguments: String...) throws -> Session.Transcript {
    try session.run(["container", "copy", "--from", Self.dev, "--to", Self.prod] + arguments)
  }

  /// The numbers of requests by operation since the start, after the emulator is stopped.
  func requestCounts() -> [String: Int] {
    let log = emulator.endedLog()
    return Dictionary(
      uniqueKeysWithValues: ["query", "lookup", "modify"].map { operation in
        (operation, log.split(separator: "\n").count { $0.contains("/records/\(operation)") })
      })
  }
}
