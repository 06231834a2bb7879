import Foundation
import TestEnvironment
import Testing

/// A command that is killed at random points, repeatably per seed, and then runs until it succeeds.
struct Chaos {
  /// What a run has done when it is killed.
  enum Progress {
    /// The container file and its log have grown by some bytes.
    case bytes(ClosedRange<Int>)
    /// An emulator has received some requests.
    case requests(ClosedRange<Int>, EmulatorProcess)
  }

  let session: Session
  let run: [String]
  let kill: Progress
  var kills = 4
  /// The most runs that work on the container at once.
  var atOnce = 1
  /// The share of runs that end by Ctrl-C instead of a kill: one of this many.
  var interruptsOneOf = Int.max
  /// How often the command may fail at the end, because faults of an emulator can end it with 1 or 2.
  var failures = 0

  /// The random seeds of a test, `CELESTRA_CHAOS_SEEDS` if it is set.
  static func seeds(_ count: UInt64) -> Range<UInt64> {
    0..<(ProcessInfo.processInfo.environment["CELESTRA_CHAOS_SEEDS"].flatMap(UInt64.init) ?? count)
  }

  /// Kills the runs, runs the command to its end, and returns everything that was printed.
  /// - Parameter afterKill: what must hold after each kill.
  @discardableResult
  func play(seed: UInt64, afterKill: () throws -> Void = {}) throws -> String {
    var random = SeededGenerator(seed: seed)
    var said = ""
    for _ in 0..<kills {
      let processes = try (0..<Int.random(in: 1...atOnce, using: &random)).map {
        try session.start(run, out: file("out\($0)"), err: file("err\($0)"))
      }
      for (index, process) in processes.enumerated() {
        waitForProgress(of: process, &random)
        let signal = Int.random(in: 1...interruptsOneOf, using: &random) == 1 ? SIGINT : SIGKILL
        Foundation.kill(process.processIdentifier, signal)
        process.waitUntilExit()
        said += try session.read("out\(index)") + session.read("err\(index)")
      }
      try afterKill()
    }
    var ended = try session.run(run)
    for _ in 0..<failures where ended.status == 1 || ended.status == 2 {
      said += "\(ended)"
      ended = try session.run(run)
    }
    said += "\(ended)"
    #expect(ended.status == 0, "seed \(seed): \(said.suffix(2000))")
    return said
  }

  private func waitForProgress(of process: Process, _ random: inout SeededGenerator) {
    switch kill {
    case .bytes(let range):
      let end = Self.size(of: session) + Int.random(in: range, using: &random)
      TestEnvironment.wait { process.isRunning && Self.size(of: session) < end }
    case .requests(let range, let emulator):
      emulator.wait(forRequests: emulator.requests + Int.random(in: range, using: &random), from: process)
    }
  }

  private func file(_ name: String) -> URL { session.folder.appending(path: name) }

  /// The size of a container and its log, which grows during writing.
  static func size(of session: Session) -> Int {
    ["celestra.sqlite", "celestra.sqlite-wal"].reduce(0) { sum, name in
      let attributes = try? FileManager.default.attributesOfItem(atPath: session.path(name))
      return sum + (attributes?[.size] as? Int ?? 0)
    }
  }
}
