import Foundation
import TestEnvironment
import Testing

@Suite(
  "The emulator's log without a reader",
  .enabled(if: TestProgram("curl") != nil, "curl is not there"))
struct EmulatorLogTests {
  private static let count = 400

  private static func emulator() throws -> EmulatorProcess {
    let session = try Session(copying: "schema")
    return try EmulatorProcess(session, readsLog: false)
  }

  /// Sends requests with log lines of 8 kB, more than a pipe holds and more than are kept, and returns their statuses.
  private static func send(_ count: Int, to emulator: EmulatorProcess) throws -> [Substring] {
    let environment = String(repeating: "e", count: 8000)
    let url = "\(emulator.url)/database/1/iCloud.org.example/\(environment)/public/zones/list?[1-\(count)]"
    return try #require(TestProgram("curl")).run(
      ["--silent", "--output", "/dev/null", "--write-out", "%{http_code}\n", url],
      in: emulator.session.folder
    ).text.split(separator: "\n")
  }

  @Test(
    "the emulator continues to answer and stops on a signal", arguments: [(SIGINT, count), (SIGTERM, 1), (SIGHUP, 1)])
  func answers(signal: Int32, count: Int) throws {
    let emulator = try Self.emulator()
    #expect(try Self.send(count, to: emulator) == Array(repeating: "401", count: count))
    #expect(emulator.stop(signal) == 0)
  }

  @Test("the log counts omitted lines once it is read")
  func leavesOut() throws {
    let emulator = try Self.emulator()
    #expect(try Self.send(Self.count, to: emulator).count == Self.count)
    emulator.readLog()
    #expect(try Self.send(1, to: emulator) == ["401"])
    let log = emulator.endedLog()
    let leftOut = log.matches(of: /\((\d+) lines? dropped: the reader was too slow\)\n/).compactMap { Int($0.1) }
    #expect(leftOut.reduce(0, +) > 100)
    #expect(leftOut.reduce(0, +) + log.matches(of: #/ 401 AUTHENTICATION_FAILED: /#).count == Self.count + 1)
  }
}
