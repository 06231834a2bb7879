import Crypto
import Foundation

/// A seed through the CloudKit client and a throttling emulator, both the program, against the rate that is allowed.
struct ClientBenchmark: Benchmark {
  let name = "client"
  let summary =
    "100,000 records through client and emulator, --throttle 40/s; floor: 200 records a request, 40 a second"

  private static let feeds = 50_000
  private static let throttle = 40.0
  private static let keyID = "bench"

  func run() throws -> [Figure] {
    try ChildProcess.build()
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("celestra-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let key = P256.Signing.PrivateKey()
    try Data(key.publicKey.pemRepresentation.utf8).write(to: folder.appendingPathComponent("public.pem"))
    setenv("CLOUDKIT_PRIVATE_KEY", key.pemRepresentation, 1)
    setenv("CLOUDKIT_KEY_ID", Self.keyID, 1)
    let files = ["feeds.json", "categories.json"].map { folder.appendingPathComponent($0) }
    try GeneratedFeeds.seedFile(count: Self.feeds).write(to: files[0])
    try GeneratedFeeds.categoriesFile().write(to: files[1])

    let log = folder.appendingPathComponent("log")
    let emulator = try serve(folder, log)
    defer { emulator.terminate() }
    let cost = try ChildProcess.run(["seed"] + files.map(\.path) + ["--container", "iCloud.org.example.bench"])
    let requests = String(decoding: try Data(contentsOf: log), as: UTF8.self).split(separator: "\n")
    let writes = requests.count { $0.contains("/records/modify ") && $0.hasSuffix(" 200") }
    let needed = 2 * ((Self.feeds + 199) / 200) + 1
    let seconds = try Self.seconds(of: requests)
    let rate = Double(requests.count { $0.hasSuffix(" 200") }) / seconds
    return [
      .atMost(
        1, "write requests", "\(writes) (and \(requests.count - writes) others)", floor: "\(needed)",
        ratio: Double(writes) / Double(needed)),
      .atLeast(
        0.9, "rate", "\(Int(rate))/s in \(Int(cost.seconds)) s", floor: "\(Int(Self.throttle))/s",
        ratio: rate / Self.throttle),
    ]
  }

  private func serve(_ folder: URL, _ log: URL) throws -> Process {
    let process = Process()
    process.executableURL = ChildProcess.program
    process.arguments = [
      "emulator", "--port", "0", "--throttle", "\(Int(Self.throttle))/s", "--key-id", Self.keyID, "--public-key",
      folder.appendingPathComponent("public.pem").path, "--role", "Admin=\(Self.keyID)",
    ]
    let out = Pipe()
    process.standardOutput = out
    try Data().write(to: log)
    process.standardError = try FileHandle(forWritingTo: log)
    try process.run()
    let address = String(decoding: out.fileHandleForReading.availableData, as: UTF8.self)
    guard address.hasPrefix("http://") else { throw ChildFailure(description: "the emulator did not start") }
    setenv("CLOUDKIT_BASE_URL", address.trimmingCharacters(in: .whitespacesAndNewlines), 1)
    return process
  }

  /// From the first answer to the last; each line begins with its time.
  private static func seconds(of requests: [Substring]) throws -> Double {
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
