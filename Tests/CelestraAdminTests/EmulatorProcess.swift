import Crypto
import Dispatch
import Foundation
import Synchronization
import TestEnvironment
import Testing

/// An emulator process, and a session whose commands use it.
final class EmulatorProcess {
  static let container = "iCloud.org.example.celestra"
  /// The id of the key that signs the session's requests.
  static let keyID = "4f1c9a7b30de5528c6e1d0937a8b42f6e5d40c1b9a8f7e6d5c4b3a2918070605"

  /// The folder of the commands, with the schema.
  let session: Session
  /// The private key, which no output may contain.
  let pem: String
  private let process: Process
  private let output = Lines()
  private let errors = Lines()

  /// Starts an emulator with a container file of the session. Its key is the session's `key.pem`, which is created if
  /// missing.
  /// - Parameters:
  ///   - arguments: additional arguments.
  ///   - readsLog: whether the log is read from the start instead of from `readLog()`.
  init(
    _ session: Session, _ arguments: [String] = [], container: String = "emulated.sqlite", readsLog: Bool = true
  ) throws {
    self.session = session
    if !FileManager.default.fileExists(atPath: session.path("key.pem")) {
      let key = P256.Signing.PrivateKey()
      try session.write(key.pemRepresentation, to: "key.pem")
      try session.write(key.publicKey.pemRepresentation, to: "public.pem")
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: session.path("key.pem"))
    pem = try session.read("key.pem")
    let standard = [
      "emulator", "--port", "0", "--container", container, "--key-id", Self.keyID, "--public-key", "public.pem",
      "--role", "Admin=\(Self.keyID)",
    ]
    process = try Session.program().process(
      standard + arguments, in: session.folder, environment: session.environment)
    process.standardOutput = output.pipe
    process.standardError = errors.pipe
    try process.run()
    output.read()
    if readsLog { errors.read() }
    output.wait { $0.count > 0 || !process.isRunning }
    guard url.hasPrefix("http://") else { throw NotStarted(said: errors.text) }
    session.environment["CLOUDKIT_BASE_URL"] = url
    session.environment["CLOUDKIT_KEY_ID"] = Self.keyID
    session.environment["CLOUDKIT_PRIVATE_KEY_PATH"] = session.path("key.pem")
  }

  deinit { _ = stop() }

  private struct NotStarted: Error { let said: String }

  /// The printed address, `http://127.0.0.1:…`.
  var url: String { output.text.trimmingCharacters(in: .newlines) }

  /// The number of requests so far.
  var requests: Int { errors.state.count }

  /// Waits for a number of requests or for the end of another process.
  func wait(forRequests count: Int, from client: Process) {
    errors.wait { $0.count >= count || !client.isRunning }
  }

  /// Starts reading the log.
  func readLog() { errors.read() }

  /// Stops the emulator as Ctrl-C does, or with another signal, and returns its exit status.
  func stop(_ signal: Int32 = SIGINT) -> Int32 {
    if process.isRunning { kill(process.processIdentifier, signal) }
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Stops the emulator and returns its log.
  func endedLog() -> String {
    _ = stop()
    errors.wait { $0.isEnded }
    return errors.text
  }

  /// Runs a command on the emulated container.
  @discardableResult
  func run(_ arguments: [String]) throws -> Session.Transcript {
    try session.run(arguments + ["--container", Self.container])
  }

  /// Whether a text contains the key or its id.
  func isGivenAway(by text: String) -> Bool {
    let secrets = pem.split(separator: "\n").filter { !$0.hasPrefix("-----") }
    return text.contains(Self.keyID) || secrets.contains { text.contains($0) }
  }
}

/// The output of a process, read as it arrives.
private final class Lines: Sendable {
  struct State {
    var bytes: [UInt8] = []
    /// The number of complete lines.
    var count = 0
    var isEnded = false
  }

  let pipe = Pipe()
  private let taken = Mutex(State())
  private let arrival = DispatchSemaphore(value: 0)

  /// Reads to the end on its own thread, because a readability handler does not always learn of the end.
  func read() {
    let handle = pipe.fileHandleForReading
    Thread.detachNewThread { [self] in
      var data = Data()
      repeat {
        data = handle.availableData
        take(data)
      } while !data.isEmpty
    }
  }

  private func take(_ data: Data) {
    taken.withLock { state in
      state.bytes += data
      state.count += data.count { $0 == UInt8(ascii: "\n") }
      state.isEnded = data.isEmpty
    }
    arrival.signal()
  }

  var state: State { taken.withLock { $0 } }
  var text: String { String(decoding: state.bytes, as: UTF8.self) }

  /// Waits until a condition holds, which is checked whenever output arrives.
  func wait(until holds: (State) -> Bool) {
    while !holds(state) { _ = arrival.wait(timeout: .now() + .milliseconds(50)) }
  }
}
