import CloudKitRecords
import CloudKitWebServices
import Foundation
import JSON
import Synchronization
import Testing

@Suite("Transfers of asset files")
struct AssetTransferTests {
  private static let file: Data = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })

  /// Calls `body` with the path of a file that does not exist.
  private static func withPath(_ body: (String) async throws -> Void) async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "file-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await body(path)
  }

  private static func asset(on server: ScriptedServer) -> Asset {
    var asset = Asset(fileChecksum: "AQ==", size: 5)
    asset.downloadURL = "http://127.0.0.1:\(server.port)/files/a/${f}"
    return asset
  }

  @Test("a download is repeated after a failure of the server or the connection")
  func download() async throws {
    let server = try await ScriptedServer { number, _ in
      switch number {
      case 1: .answer(503, "")
      case 2: .close
      case 3: .raw("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel")
      default: .answer(200, "hello")
      }
    }
    try await Self.withPath { path in
      let database = try Example.database(on: server, clock: SteppingClock().clock)
      try await database.download(Self.asset(on: server), to: path)
      #expect(FileManager.default.contents(atPath: path) == Data("hello".utf8))
      #expect(server.requests.map(\.path) == Array(repeating: "/files/a/file", count: 4))
    }
  }

  @Test("an expired URL is refused at once, and a folder that cannot be written is told", arguments: [403, 404, 410])
  func refusedDownload(status: Int) async throws {
    let server = try await ScriptedServer { _, _ in .answer(status, "") }
    let database = try Example.database(on: server, clock: SteppingClock().clock)
    try await Self.withPath { path in
      await #expect(throws: AssetError.refused("the server of the file answered with status \(status)")) {
        try await database.download(Self.asset(on: server), to: path)
      }
      #expect(server.requests.count == 1)
      await #expect(throws: AssetError.unwritable("not a directory")) {
        try await database.download(Self.asset(on: server), to: path + "/x")
      }
    }
  }

  /// Answers requests for URLs, and uploads by a script that gets their number from 1.
  private static func server(_ upload: @escaping @Sendable (Int) -> ScriptedServer.Reply) async throws -> ScriptedServer
  {
    let port = UploadScript()
    let server = try await ScriptedServer { number, request in
      guard request.operation == "assets/upload" else { return upload(port.next()) }
      let count = request.json?["tokens"]?.array?.count ?? 0
      let tokens = (0..<count).map {
        #"{"recordName":"a","fieldName":"f","url":"http://127.0.0.1:\#(port.value)/up/\#(number)-\#($0)"}"#
      }
      return .answer(200, "{\"tokens\":[\(tokens.joined(separator: ","))]}")
    }
    port.set(server.port)
    return server
  }

  private static func uploaded(_ size: Int) -> ScriptedServer.Reply {
    .answer(200, #"{"singleFile":{"fileChecksum":"AQ==","size":\#(size),"receipt":"r","wrappingKey":"k"}}"#)
  }

  @Test("an upload sends the file to its URL, and gets another URL after a failure")
  func upload() async throws {
    let server = try await Self.server { [.answer(410, ""), .close, Self.uploaded(7), Self.uploaded(200_000)][$0 - 1] }
    try await Self.withPath { path in
      try Self.file.write(to: URL(filePath: path))
      let database = try Example.database(on: server, clock: SteppingClock().clock)
      let file = AssetUpload(recordType: "Page", recordName: "a", field: "f", path: path, size: 200_000)
      let result = try await database.upload([file])
      let asset = try #require(try result.first?.get())
      #expect(asset.receipt == "r" && asset.wrappingKey == "k" && asset.size == 200_000)
      let sent = server.requests.filter { $0.path.hasPrefix("/up/") }
      #expect(sent.map(\.path) == ["/up/1-0", "/up/3-0", "/up/5-0", "/up/7-0"])
      #expect(Data(try #require(sent.last).body) == Self.file)
      #expect(server.requests.first?.json?["tokens"]?.array?.first?.object?["fieldName"]?.string == "f")
    }
  }

  @Test("a file that the server refuses twice is that record's failure; others are uploaded")
  func refusedUpload() async throws {
    let refusal = #"{"serverErrorCode":"QUOTA_EXCEEDED","reason":"too large"}"#
    let server = try await Self.server { $0 == 3 ? Self.uploaded(200_000) : .answer(413, refusal) }
    try await Self.withPath { path in
      try Self.file.write(to: URL(filePath: path))
      let database = try Example.database(on: server, clock: SteppingClock().clock)
      let file = AssetUpload(recordType: "Page", recordName: "a", field: "f", path: path, size: 200_000)
      let refused = try await database.upload([file])
      #expect(throws: RecordError(.badRequest, "the upload was refused: too large")) { try refused.first?.get() }
      #expect(try await database.upload([file]).first?.get().receipt == "r")
    }
  }
}

/// The port of a server, known after its script, and a count of uploads.
private final class UploadScript: Sendable {
  private let state = Mutex((port: 0, uploads: 0))

  var value: Int { state.withLock { $0.port } }

  func set(_ port: Int) { state.withLock { $0.port = port } }

  func next() -> Int {
    state.withLock { state in
      state.uploads += 1
      return state.uploads
    }
  }
}
