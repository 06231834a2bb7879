import CloudKitEmulator
import SystemCalls
import TestEnvironment
import Testing

@Suite("Clients that mean no good", .serialized)
struct HostileTests {
  private static let lookup = #"{"records":[{"recordName":"a"}]}"#

  /// Whether the emulator still answers.
  private static func serves(_ emulator: ServedEmulator) async throws -> Bool {
    try await emulator.answer("records/lookup", lookup).status == 200
  }

  private static let paths = [
    "/", "//", "/_assets", "/database", "/database/1/iCloud.test/development/public",
    "/database/1/iCloud.test/development/public/",
    "/database/2/iCloud.test/development/public/records/query",
    "/database/1/../1/iCloud.test/development/public/zones/list",
    "/database/1/iCloud.test/development/public/../private/records/query", "/_assets/upload/../../etc/passwd",
    "/_assets/download/%2e%2e%2f/x", "/_assets/upload/", "/_emulator/reset", "/_emulator/",
    "/database/1/iCloud.test%2Fdevelopment/public/records/query", "/\(String(repeating: "a", count: 10_000))",
    "http://other.example/database/1/x/y/z/w", "*",
  ]

  @Test("paths that name nothing open nothing", arguments: paths)
  func opensNothing(path: String) async throws {
    try await ServedEmulator.serve { emulator in
      for method in ["GET", "POST", "DELETE"] {
        let status = try await emulator.plain(method, path, Array("{}".utf8)).status
        #expect([400, 401, 404, 405].contains(status), "\(method) \(path): \(status)")
      }
      #expect(try await Self.serves(emulator))
    }
  }

  @Test(
    "content types do not matter, as they do not to Apple",
    arguments: ["text/plain", "image/png", "application/xml", ""])
  func contentTypes(type: String) async throws {
    try await ServedEmulator.serve { emulator in
      let answer = try await emulator.answer("records/lookup", Self.lookup, .init(headers: ["Content-Type: \(type)"]))
      #expect(answer.status == 200)
    }
  }

  @Test("a body of 100 MB is refused before it is kept")
  func largeBody() async throws {
    try await ServedEmulator.serve { emulator in
      let connection = try await RawConnection(port: emulator.port)
      try await connection.send(
        Array(
          "POST \(ServedEmulator.publicDatabase)records/query HTTP/1.1\r\nHost: x\r\nContent-Length: 100000000\r\n\r\n"
            .utf8))
      let megabyte = [UInt8](repeating: 0x20, count: 1_000_000)
      for _ in 0..<100 { try await connection.send(megabyte) }
      let answer = try await connection.receive()
      #expect(answer.status == 413)
      #expect(answer.text == #"{"serverErrorCode":"QUOTA_EXCEEDED","reason":"request body too large"}"#)
      #expect(try await Self.serves(emulator))
    }
  }

  @Test("large bodies that never end put large requests off, and no small one")
  func heldUp() async throws {
    try await ServedEmulator.serve { emulator in
      let head = "POST \(ServedEmulator.publicDatabase)records/query HTTP/1.1\r\nHost: x\r\nContent-Length: 16000000"
      var held: [RawConnection] = []
      func hold(_ size: Int) async throws {
        let connection = try await RawConnection(port: emulator.port)
        try await connection.send(Array((head + "\r\n\r\n").utf8) + [UInt8](repeating: 0x20, count: size))
        held.append(connection)
      }
      for _ in 0..<8 { try await hold(15_999_999) }
      let lookup = Self.lookup + String(repeating: " ", count: 100_000)
      var large = try await emulator.answer("records/lookup", lookup)
      // What room is left is filled with ever smaller ones; what was sent is not at once read.
      for _ in 0..<50 where large.status == 200 {
        for shift in 1..<10 { try await hold(64_000 + 16_000_000 >> shift) }
        large = try await emulator.answer("records/lookup", lookup)
      }
      #expect(large.status == 503)
      #expect(large.text.contains(#""reason":"too many large requests at once","retryAfter":1}"#))
      for _ in 0..<5 { #expect(try await Self.serves(emulator)) }
      #expect(held.count >= 8)
    }
  }

  @Test("who names ever more containers is told where that ends, and those there are go on")
  func containers() async throws {
    try await ServedEmulator.serve { emulator in
      func lookup(in container: Int) async throws -> HTTPAnswer {
        try await emulator.answer("zones/list", "{}", at: "/database/1/iCloud.\(container)/development/public/")
      }
      for container in 0..<64 { #expect(try await lookup(in: container).status == 200) }
      let refused = try await lookup(in: 64)
      #expect(refused.status == 400)
      #expect(
        refused.text
          == #"{"serverErrorCode":"BAD_REQUEST","reason":"the emulator holds 64 databases, and opens no more"}"#)
      #expect(try await lookup(in: 0).status == 200)
    }
  }

  @Test("what is not HTTP ends its connection and no other")
  func noise() async throws {
    try await ServedEmulator.serve { emulator in
      for text in [
        "\u{16}\u{03}\u{01}\u{02}\u{00}\u{01}", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef",
        "GET / HTTP/1.1\r\nX: \(String(repeating: "y", count: 100_000))\r\n\r\n",
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
      ] {
        let connection = try await RawConnection(port: emulator.port)
        // It may be closed while it is still being written to.
        try? await connection.send(Array(text.utf8))
        connection.finishSending()
        let status = try? await connection.receive().status
        #expect(status == nil || status == 400 || status == 404, "\(text.prefix(40))")
      }
      #expect(try await Self.serves(emulator))
    }
  }

  @Test("connections that are half closed are answered")
  func halfClosed() async throws {
    try await ServedEmulator.serve { emulator in
      let connection = try await RawConnection(port: emulator.port)
      try await connection.send(try emulator.request("records/lookup", Self.lookup))
      connection.finishSending()
      #expect(try await connection.receive().status == 200)
    }
  }

  @Test("clients that never end their request keep nobody from being served")
  func slow() async throws {
    try await ServedEmulator.serve { emulator in
      var slow: [RawConnection] = []
      for index in 0..<300 {
        let connection = try await RawConnection(port: emulator.port)
        let begun = "POST \(ServedEmulator.publicDatabase)records/query HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n"
        try await connection.send(Array((index.isMultiple(of: 2) ? begun : begun + "\r\n{").utf8))
        slow.append(connection)
      }
      for _ in 0..<20 { #expect(try await Self.serves(emulator)) }
      #expect(slow.count == 300)
    }
  }

  @Test("a connection that stands still is closed, before its request's head and within its body")
  func standstill() async throws {
    try await ServedEmulator.serve(.with { $0.patience = .milliseconds(300) }) { emulator in
      let head = "POST \(ServedEmulator.publicDatabase)records/query HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n"
      for begun in ["", "POST", head, head + "\r\n{"] {
        let connection = try await RawConnection(port: emulator.port)
        try? await connection.send(Array(begun.utf8))
        await #expect(throws: RawConnection.Ended.self, "\(begun)") {
          try await connection.receive()
        }
      }
      // A slow machine can exceed the patience, too.
      while (try? await Self.serves(emulator)) != true {}
    }
  }

  @Test("a body that comes in drops is given up, and so is its connection")
  func drops() async throws {
    try await ServedEmulator.serve(.with { $0.patience = .milliseconds(300) }) { emulator in
      let head = Array("POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000\r\n\r\n".utf8)
      // On a slow machine, the connection can be closed as idle before its body takes too long.
      repeat {
        let connection = try await RawConnection(port: emulator.port)
        do {
          try await connection.send(head)
          while true { try await connection.send([0x20]) }
        } catch {
          // Sending ends with the connection.
        }
      } while emulator.log.last?.status != 408
      while (try? await Self.serves(emulator)) != true {}
    }
  }

  @Test("a thousand clients at once are all answered")
  func thousand() async throws {
    let configuration = EmulatorConfiguration.with {
      $0.connections = 2000
      // Beside other tests, the last client can wait for minutes.
      $0.patience = .seconds(3600)
    }
    try await ServedEmulator.serve(configuration) { emulator in
      let count = CurrentProcess.raiseOpenFileLimit(to: 4096) > 2500 ? 1000 : 300
      let request = try emulator.request("records/lookup", Self.lookup)
      var connections: [RawConnection] = []
      for _ in 0..<count { connections.append(try await RawConnection(port: emulator.port)) }
      for connection in connections { try await connection.send(request) }
      for connection in connections { #expect(try await connection.receive().status == 200) }
    }
  }

  @Test("made-up requests never bring it down", arguments: 0..<Damage.iterations(4, cost: 1000))
  func mutations(round: Int) async throws {
    try await ServedEmulator.serve { emulator in
      let bodies = [
        #"{"operations":[{"operationType":"create","record":{"recordType":"Thing","recordName":"a","fields":{"tags":{"value":["x"],"type":"STRING_LIST"},"target":{"value":{"recordName":"b","action":"VALIDATE"}}}}}]}"#,
        #"{"query":{"recordType":"Thing","filterBy":[{"comparator":"IN","fieldName":"number","fieldValue":{"value":[5,6],"type":"INT64_LIST"}}],"sortBy":[{"fieldName":"text"}]},"resultsLimit":5}"#,
        #"{"records":[{"recordName":"a","desiredKeys":["text"]}]}"#,
      ]
      var random = Mixer(state: UInt64(round) &* 0x9E37_79B9_7F4A_7C15 &+ 1)
      let connection = try await RawConnection(port: emulator.port)
      for step in 0..<60 {
        var bytes = Array(bodies[step % 3].utf8)
        for _ in 0...Int(random.next() % 4) {
          let place = Int(random.next() % UInt64(bytes.count))
          switch random.next() % 3 {
          case 0: bytes[place] = UInt8(0x20 + random.next() % 0x5F)
          case 1: bytes.remove(at: place)
          default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 20)], at: place)
          }
        }
        let operation = ["records/modify", "records/query", "records/lookup"][step % 3]
        try await connection.send(try emulator.request(operation, String(decoding: bytes, as: UTF8.self)))
        let status = try await connection.receive().status
        #expect(status == 200 || status == 400 || status == 404, "\(String(decoding: bytes, as: UTF8.self))")
      }
    }
  }

  private struct Mixer {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 20
    }
  }
}
