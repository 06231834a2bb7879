import Crypto
import Dispatch
import Foundation
import Synchronization
import Testing

/// The program's own emulator, as a process of its own, and a session whose commands reach it.
final class EmulatorProcess {
  static let container = "iCloud.org.example.celestra"
  /// The key the session's commands sign with.
  static let keyID = "4f1c9a7b30de5528c6e1d0937a8b42f6e5d40c1b9a8f7e6d5c4b3a2918070605"

  /// The commands' folder, with the schema in it.
  let session: Session
  /// The private key's text, which nobody may ever see.
  let pem: String
  private let process = Process()
  private let output = Lines()
  private let log = Lines()

  /// Starts an emulator whose records are in a file of the session, `emulated.sqlite`.
  /// - Parameter arguments: what else it is told.
  init(_ session: Session, _ arguments: [String] = []) throws {
    self.session = session
    let key = P256.Signing.PrivateKey()
    pem = key.pemRepresentation
    try session.write(pem, to: "key.pem")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: session.path("key.pem"))
    try session.write(key.publicKey.pemRepresentation, to: "public.pem")
    process.executableURL = try Session.executable()
    process.arguments =
      [
        "emulator", "--port", "0", "--container", "emulated.sqlite", "--key-id", Self.keyID, "--public-key",
        "public.pem",
        "--role", "Admin=\(Self.keyID)",
      ] + arguments
    process.currentDirectoryURL = session.folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output.pipe
    process.standardError = log.pipe
    try process.run()
    output.wait(for: 1) { process.isRunning }
    guard let url = output.first, url.hasPrefix("http://") else { throw NotStarted(said: log.first ?? "nothing") }
    session.environment["CLOUDKIT_BASE_URL"] = url
    session.environment["CLOUDKIT_KEY_ID"] = Self.keyID
    session.environment["CLOUDKIT_PRIVATE_KEY_PATH"] = session.path("key.pem")
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
  }

  private struct NotStarted: Error { let said: String }

  /// Requests it was sent so far.
  var requests: Int { log.count }

  /// Waits until so many requests were sent, or another process has ended.
  func wait(forRequests count: Int, from client: Process) { log.wait(for: count) { client.isRunning } }

  /// Runs a command on the emulated container.
  @discardableResult
  func run(_ arguments: [String]) throws -> Session.Transcript {
    try session.run(arguments + ["--container", Self.container])
  }

  /// Whether a text shows the key or its id.
  func isGivenAway(by text: String) -> Bool {
    let secrets = pem.split(separator: "\n").filter { !$0.hasPrefix("-----") }
    return text.contains(Self.keyID) || secrets.contains { text.contains($0) }
  }
}

/// What a process writes, counted as it comes.
private final class Lines: Sendable {
  private struct State {
    var count = 0
    var first: [UInt8] = []
  }

  let pipe = Pipe()
  private let state = Mutex(State())
  private let arrival = DispatchSemaphore(value: 0)

  init() {
    pipe.fileHandleForReading.readabilityHandler = { [weak self] handle in
      let data = handle.availableData
      guard !data.isEmpty, let self else {
        handle.readabilityHandler = nil
        return
      }
      self.state.withLock { state in
        if state.count == 0 { state.first += data.prefix { $0 != UInt8(ascii: "\n") } }
        state.count += data.count { $0 == UInt8(ascii: "\n") }
      }
      self.arrival.signal()
    }
  }

  var count: Int { state.withLock { $0.count } }
  var first: String? { state.withLock { $0.first.isEmpty ? nil : String(decoding: $0.first, as: UTF8.self) } }

  /// Waits until there are so many lines, or nobody goes on.
  func wait(for lines: Int, while goesOn: () -> Bool) {
    while count < lines, goesOn() { _ = arrival.wait(timeout: .now() + .milliseconds(50)) }
  }
}
