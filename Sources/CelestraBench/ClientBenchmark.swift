import Crypto
import Foundation

/// The rate of a seed through the CloudKit client and a throttling emulator, relative to the permitted rate.
struct ClientBenchmark: Benchmark {
  let name = "client"
  let summary =
    "100,000 records through client and emulator, --throttle 40/s and 25/s; floor: 200 records a request and what the"
    + " plan reads, as many a second as are allowed"

  private static let feeds = 50_000
  /// The client's maximum rate, and a lower limit of the emulator.
  private static let throttles = [40, 25]
  private static let keyID = "bench"

  func run(in folder: BenchmarkFolder) throws -> [Figure] {
    let key = P256.Signing.PrivateKey()
    let publicKey = try folder.write(Data(key.publicKey.pemRepresentation.utf8), to: "public.pem")
    setenv("CLOUDKIT_PRIVATE_KEY", key.pemRepresentation, 1)
    setenv("CLOUDKIT_KEY_ID", Self.keyID, 1)
    let files = try GeneratedFeeds.seedFiles(count: Self.feeds, in: folder)
    let seed = ["seed"] + files + ["--container", "iCloud.org.example.bench"]
    return try Self.throttles.flatMap { throttle in
      let log = try folder.write(Data(), to: "log")
      let emulator = try serve(publicKey, log, throttle: throttle)
      defer { emulator.terminate() }
      return try figures(throttle: throttle, seed, log)
    }
  }

  private func figures(throttle: Int, _ seed: [String], _ log: String) throws -> [Figure] {
    func requests() throws -> [Substring] {
      String(decoding: try Data(contentsOf: URL(filePath: log)), as: UTF8.self).split(separator: "\n")
    }
    _ = try ChildProcess.run(seed + ["--dry-run"])
    let planning = try requests()
    let cost = try ChildProcess.run(seed)
    let sent = try requests().dropFirst(planning.count)
    let answered = sent.filter { $0.hasSuffix(" 200") }
    let reads = planning.count { $0.hasSuffix(" 200") }
    // Each request writes records of one type: feeds, metadata, or categories.
    let needed = reads + 2 * ((Self.feeds + 199) / 200) + 1
    let rate = Double(answered.count) / (try Self.seconds(of: sent))
    return [
      .atMost(
        1, "requests at \(throttle)/s", "\(answered.count) (and \(sent.count - answered.count) throttled)",
        floor: "\(needed), \(reads) of them reads of the plan", ratio: Double(answered.count) / Double(needed)),
      .atLeast(
        0.9, "rate at \(throttle)/s", "\((rate * 10).rounded() / 10)/s in \(Int(cost.seconds)) s",
        floor: "\(throttle)/s", ratio: rate / Double(throttle)),
    ]
  }

  private func serve(_ publicKey: String, _ log: String, throttle: Int) throws -> Process {
    let process = Process()
    process.executableURL = ChildProcess.program
    process.arguments = [
      "emulator", "--port", "0", "--throttle", "\(throttle)/s", "--key-id", Self.keyID, "--public-key",
      publicKey, "--role", "Admin=\(Self.keyID)",
    ]
    let out = Pipe()
    process.standardOutput = out
    process.standardError = try FileHandle(forWritingTo: URL(filePath: log))
    try process.run()
    let address = String(decoding: out.fileHandleForReading.availableData, as: UTF8.self)
    guard address.hasPrefix("http://") else { throw ChildFailure(description: "the emulator did not start") }
    setenv("CLOUDKIT_BASE_URL", address.trimmingCharacters(in: .whitespacesAndNewlines), 1)
    return process
  }

  /// Returns the time from the first response to the last. Each line begins with its time.
  private static func seconds(of requests: ArraySlice<Substring>) throws -> Double {
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    let times = try [requests.first, requests.last].compactMap { line in
      try line?.split(separator: " ").first.map { try style.parse(String($0)) }
    }
    guard times.count == 2, times[1] > times[0] else {
      throw ChildFailure(description: "the emulator's log has no times")
    }
    return times[1].timeIntervalSince(times[0])
  }
}
