import Foundation

/// A measured figure, its baseline, and its limit.
struct Figure: CustomStringConvertible {
  let name: String
  /// The figure and its unit.
  let value: String
  /// The baseline and its unit, from the same run, or a fixed bound.
  let floor: String
  /// The ratio of the figure to its baseline.
  let ratio: Double
  /// The permitted ratio.
  let limit: ClosedRange<Double>

  /// Creates a figure of at most `limit` times its baseline.
  static func atMost(_ limit: Double, _ name: String, _ value: String, floor: String, ratio: Double) -> Figure {
    Figure(name: name, value: value, floor: floor, ratio: ratio, limit: 0...limit)
  }

  /// Creates a figure of at least `limit` times its baseline.
  static func atLeast(_ limit: Double, _ name: String, _ value: String, floor: String, ratio: Double) -> Figure {
    Figure(name: name, value: value, floor: floor, ratio: ratio, limit: limit...Double.infinity)
  }

  /// Returns a time in seconds of at most `limit` times its baseline.
  static func time(_ limit: Double, _ name: String, _ seconds: Double, floor: Double, of peer: String = "") -> Figure {
    let floorText = (peer.isEmpty ? "" : peer + " ") + text(seconds: floor)
    return .atMost(limit, name, text(seconds: seconds), floor: floorText, ratio: seconds / floor)
  }

  /// Returns a rate per second of at least `limit` times its baseline.
  static func rate(_ limit: Double, _ name: String, _ rate: Double, floor: Double, unit: String) -> Figure {
    .atLeast(limit, name, "\(Int(rate)) \(unit)", floor: "\(Int(floor)) \(unit)", ratio: rate / floor)
  }

  /// Returns the peak memory of a process, at most `bound` megabytes.
  static func memory(_ megabytes: Double, atMost bound: Double, _ name: String = "memory") -> Figure {
    .atMost(1, name, "\(Int(megabytes)) MB", floor: "\(Int(bound)) MB", ratio: megabytes / bound)
  }

  /// Returns a time in hundredths of seconds, or in milliseconds below half a second.
  private static func text(seconds: Double) -> String {
    seconds < 0.5 ? "\((seconds * 10_000).rounded() / 10) ms" : "\((seconds * 100).rounded() / 100) s"
  }

  /// Whether the ratio is permitted.
  var isMet: Bool { limit.contains(ratio) }

  var description: String {
    let bound = limit.upperBound.isFinite ? "≤ \(limit.upperBound)" : "≥ \(limit.lowerBound)"
    let rounded = (ratio * 100).rounded() / 100
    return "\(isMet ? "met    " : "NOT MET") \(name): \(value) against \(floor): ×\(rounded) (\(bound))"
  }
}

/// Alternating measurements, so that drifting machine speed affects all alike.
enum Stopwatch {
  /// Returns the medians of several figures, each measured once per round.
  static func medians(_ rounds: Int, _ round: (Int) throws -> [Double]) rethrows -> [Double] {
    let figures = try (0..<rounds).map(round)
    return (figures.first ?? []).indices.map { index in figures.map { $0[index] }.sorted()[rounds / 2] }
  }

  /// Returns the median seconds of two alternating pieces of work.
  static func medians(_ rounds: Int, _ a: () throws -> Void, _ b: () throws -> Void) rethrows -> (a: Double, b: Double)
  {
    let times = try medians(rounds) { _ in [try seconds(a), try seconds(b)] }
    return (times[0], times[1])
  }

  static func seconds(_ work: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try work()
    return (ContinuousClock.now - start) / .seconds(1)
  }
}

/// A temporary folder for the files of a benchmark.
struct BenchmarkFolder {
  private let folder: URL

  /// Calls `body` with a new folder, and removes the folder afterwards.
  static func with<Value>(_ body: (BenchmarkFolder) throws -> Value) throws -> Value {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("celestra-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(BenchmarkFolder(folder: folder))
  }

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// - Returns: The path of the file.
  func write(_ data: Data, to name: String) throws -> String {
    try data.write(to: folder.appendingPathComponent(name))
    return path(name)
  }
}
