import Foundation

/// Python's feedparser, where `python3` has it.
enum FeedparserPeer {
  private static let script = """
    sys, time, feedparser = map(__import__, ['sys', 'time', 'feedparser'])
    bodies = [open(name, 'rb').read() for name in open(sys.argv[1]).read().split('\\n')]
    start = time.perf_counter()
    items = sum(len(feedparser.parse(body).entries) for body in bodies)
    print(time.perf_counter() - start, items)
    """

  /// Whether it can be measured against.
  static var isThere: Bool { (try? run(["-c", "import feedparser"])) != nil }

  /// The seconds it takes to read the files that a list names, and the items it finds; starting up is not counted.
  static func read(_ list: String) throws -> (seconds: Double, items: Int) {
    let words = try run(["-W", "ignore", "-c", script, list]).split(whereSeparator: \.isWhitespace)
    guard words.count == 2, let seconds = Double(words[0]), let items = Int(words[1]) else {
      throw ChildFailure(description: "python3 answered '\(words.joined(separator: " "))'")
    }
    return (seconds, items)
  }

  private static func run(_ arguments: [String]) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3"] + arguments
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw ChildFailure(description: "python3 ended with status \(process.terminationStatus)")
    }
    return String(decoding: data, as: UTF8.self)
  }
}
