import CloudKitRecords
import CloudKitSchema
import CloudKitWire
import Foundation
import JSON
import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import CloudKitWebServices

/// A server on a real socket that answers as a test tells it to, byte for byte if need be.
final class ScriptedServer: Sendable {
  /// What a client asked.
  struct Request: Sendable {
    let path: String
    let headers: [String: String]
    let body: [UInt8]

    var operation: String { path.split(separator: "/").suffix(2).joined(separator: "/") }
    var json: JSONObject? { (try? JSONValue(strict: body))?.object }
  }

  /// What the server does.
  enum Reply: Sendable {
    case answer(Int, String, headers: [String] = [])
    /// The bytes as they are, then the end of the connection, or nothing more.
    case raw(String, ends: Bool = true)
    /// The connection ends without an answer.
    case close

    /// Records, as their JSON has them.
    static func records(_ records: String...) -> Reply {
      .answer(200, "{\"records\":[\(records.joined(separator: ","))]}")
    }
  }

  typealias Script = @Sendable (Int, Request) -> Reply

  private let channel: any Channel
  private let log: Log

  var requests: [Request] { log.requests.withLock { $0 } }
  var port: Int { channel.localAddress?.port ?? 0 }

  final class Log: Sendable {
    let requests = Mutex<[Request]>([])
    let script: Script
    init(_ script: @escaping Script) { self.script = script }

    func reply(to request: Request) -> Reply {
      let number = requests.withLock { requests in
        requests.append(request)
        return requests.count
      }
      return script(number, request)
    }
  }

  /// A server; the script gets the request's number, from 1.
  init(_ script: @escaping Script) async throws {
    let log = Log(script)
    self.log = log
    channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Conversation(log))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
  }

  deinit { channel.close(promise: nil) }

  /// Reads requests and writes what the script says.
  private final class Conversation: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer
    private let log: Log
    private var bytes: [UInt8] = []

    init(_ log: Log) { self.log = log }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      bytes += unwrapInboundIn(data).readableBytesView
      guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return }
      let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
      var headers: [String: String] = [:]
      for line in lines.dropFirst() {
        let parts = line.split(separator: ":", maxSplits: 1)
        if parts.count == 2 { headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces) }
      }
      let length = headers["content-length"].flatMap { Int($0) } ?? 0
      guard bytes.count - end.upperBound >= length else { return }
      let body = Array(bytes[end.upperBound..<end.upperBound + length])
      bytes.removeFirst(end.upperBound + length)
      let path = lines[0].split(separator: " ").dropFirst().first.map(String.init) ?? ""
      switch log.reply(to: Request(path: path, headers: headers, body: body)) {
      case .close: context.close(promise: nil)
      case .raw(let text, let ends):
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text))).assumeIsolated()
          .whenComplete { _ in if ends { context.close(promise: nil) } }
      case .answer(let status, let text, let extra):
        let head =
          [
            "HTTP/1.1 \(status) X", "Content-Type: application/json; charset=UTF-8",
            "Content-Length: \(text.utf8.count)",
          ] + extra
        context.writeAndFlush(
          wrapOutboundOut(ByteBuffer(string: head.joined(separator: "\r\n") + "\r\n\r\n" + text)), promise: nil)
      }
    }
  }
}

/// A clock that waits for nothing: whoever sleeps finds that the time has passed.
final class SteppingClock: Sendable {
  private let time = Mutex(Duration.zero)
  private let naps = Mutex<[Duration]>([])
  let start: Date

  init(start: Date = Date()) { self.start = start }

  /// The waits so far.
  var waits: [Duration] { naps.withLock { $0 } }

  var clock: RunClock {
    RunClock(
      now: { self.time.withLock { $0 } }, date: { self.start + self.time.withLock { $0 } / .seconds(1) },
      sleep: { duration in
        try Task.checkCancellation()
        self.time.withLock { $0 += duration }
        self.naps.withLock { $0.append(duration) }
      }, random: { 0.5 })
  }
}

extension RecordStoreError {
  /// What it is after four tries.
  var givenUp: RecordStoreError {
    let rest = "; tried 4 times; what was written stays; run the same command again later to finish"
    return switch self {
    case .unavailable(let reason): .unavailable(reason: reason + rest)
    case .malformedReply(let reason): .malformedReply(reason: reason + rest)
    default: self
    }
  }
}

/// What the tests of the client share.
enum Example {
  static let address = "/database/1/iCloud.org.example.celestra/development/public/"
  static let keyID = "0123456789abcdef"
  static let pem = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgqp8+m1QNpDSV1HmV
    fdDohN+CRX9YigBdcr2RkJUzFRihRANCAAQlh7Qm5NnIo4VbbsVW7SxpBo9G/kp6
    4RokE/LDZqZxsC4IBuGVFVO98N8OT67rKWgfOZ/ns/QY9gAOnABnoz0F
    -----END PRIVATE KEY-----
    """
  static let schema = Schema(recordTypes: [
    RecordType(
      name: "Feed",
      fields: [
        Field(name: "title", type: FieldType(.string)), Field(name: "count", type: FieldType(.int64)),
        Field(name: "score", type: FieldType(.double)),
      ])
  ])

  /// A database on a server, whose waits take no time.
  static func database(
    on server: ScriptedServer, clock: RunClock, rate: Double = 1000, attempts: Int = 4, policy: RetryPolicy? = nil
  ) throws -> CloudKitDatabase {
    var standard = RetryPolicy()
    standard.attempts = attempts
    return CloudKitDatabase(
      ContainerAddress(
        container: "iCloud.org.example.celestra", environment: .development,
        baseURL: "http://127.0.0.1:\(server.port)"),
      key: try ServerToServerKey(id: keyID, pem: pem), schema: schema, maxRequestsPerSecond: rate,
      policy: policy ?? standard, clock: clock)
  }

  static func feed(_ name: String, title: String = "t", tag: String? = nil) -> Record {
    Record(type: "Feed", name: RecordName(name), changeTag: tag, fields: ["title": .string(title)])
  }

  /// A record as an answer has it.
  static func json(_ name: String, title: String = "t", tag: String = "1a") -> String {
    #"{"recordName":"\#(name)","recordType":"Feed","fields":{"title":{"value":"\#(title)","type":"STRING"}},"#
      + #""pluginFields":{},"recordChangeTag":"\#(tag)","created":{"timestamp":1,"userRecordName":"_a","deviceID":"2"},"#
      + #""modified":{"timestamp":1,"userRecordName":"_a","deviceID":"2"},"deleted":false}"#
  }

  static func error(_ name: String, _ code: String, _ reason: String = "no", retryAfter: Double? = nil) -> String {
    let wait = retryAfter.map { ",\"retryAfter\":\($0)" } ?? ""
    return #"{"recordName":"\#(name)","reason":"\#(reason)","serverErrorCode":"\#(code)"\#(wait)}"#
  }
}
