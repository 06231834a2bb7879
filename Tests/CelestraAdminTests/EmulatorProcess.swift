import Crypto
import Dispatch
import Foundation
import Synchronization
import TestEnvironment
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
  private let process: Process
  private let output = Lines()
  private let errors = Lines()
  private let end = DispatchSemaphore(value: 0)

  /// Starts an emulator whose records are in a file of the session. Its key is the session's `key.pem`, which is made
  /// where there is none.
  /// - Parameters:
  ///   - arguments: what else it is told.
  ///   - readsLog: whether what it logs is read from the beginning, and not from `readLog()` on.
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
    pem = try String(contentsOfFile: session.path("key.pem"), encoding: .utf8)
    let standard = [
      "emulator", "--port", "0", "--container", container, "--key-id", Self.keyID, "--public-key", "public.pem",
      "--role", "Admin=\(Self.keyID)",
    ]
    process = try Session.program().process(standard + arguments, in: session.folder)
    process.standardOutput = output.pipe
    process.standardError = errors.pipe
    process.terminationHandler = { [end] _ in end.signal() }
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

  /// `http://127.0.0.1:…`, which it printed.
  var url: String { output.text.trimmingCharacters(in: .newlines) }

  /// Requests it was sent so far.
  var requests: Int { errors.state.count }

  /// Waits until so many requests were sent, or another process has ended.
  func wait(forRequests count: Int, from client: Process) {
    errors.wait { $0.count >= count || !client.isRunning }
  }

  /// Reads what it logs, where that was put off.
  func readLog() { errors.read() }

  /// Ends it as Ctrl-C does, or by another signal; its exit status, and 9 where it has to be killed.
  func stop(_ signal: Int32 = SIGINT) -> Int32 {
    if process.isRunning {
      kill(process.processIdentifier, signal)
      if end.wait(timeout: .now() + 60) == .timedOut { kill(process.processIdentifier, SIGKILL) }
    }
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Ends it; all that it logged.
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

  /// Whether a text shows the key or its id.
  func isGivenAway(by text: String) -> Bool {
    let secrets = pem.split(separator: "\n").filter { !$0.hasPrefix("-----") }
    return text.contains(Self.keyID) || secrets.contains { text.contains($0) }
  }
}

/// What a process writes, taken as it comes.
private final class Lines: Sendable {
  struct State {
    var bytes: [UInt8] = []
    /// Lines that are whole.
    var count = 0
    var isEnded = false
  }

  let pipe = Pipe()
  private let taken = Mutex(State())
  private let arrival = DispatchSemaphore(value: 0)

  /// Reads to the end, on a thread of its own: a readability handler is not always told of the end.
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

  /// Waits until something holds, which is looked at whenever more has come.
  func wait(until holds: (State) -> Bool) {
    while !holds(state) { _ = arrival.wait(timeout: .now() + .milliseconds(50)) }
  }
}
