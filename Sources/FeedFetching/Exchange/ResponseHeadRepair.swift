import NIOCore
import NIOHTTP1

/// A kept-alive connection that the server closed before it answered a further request.
struct StaleConnection: Error {}

/// A channel handler that repairs the heads of responses that browsers read but the HTTP parser rejects: line feeds
/// without carriage returns, folded fields, white space around names, lines that are not fields, control bytes in
/// values, and a `Content-Length` that is repeated or beside a `Transfer-Encoding`. It also recognizes stale connections.
final class ResponseHeadRepair: ChannelInboundHandler, ChannelOutboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = HTTPClientRequestPart

  /// Maximum bytes of a head, as in Chromium.
  private static let limit = 262_144

  private var isInHead = true
  private var lines: [[UInt8]] = []
  private var line: [UInt8] = []
  private var size = 0
  private var requests = 0

  /// Expects a new head after each request.
  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    isInHead = true
    if case .head = unwrapOutboundIn(data) { requests += 1 }
    context.write(data, promise: promise)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard isInHead else { return context.fireChannelRead(data) }
    var rest = unwrapInboundIn(data).readableBytesView
    while isInHead, let end = rest.firstIndex(of: 0x0A) {
      line += rest[..<end]
      size += line.count
      rest = rest[(end + 1)...]
      if line.last == 0x0D { line.removeLast() }
      if !line.isEmpty { lines.append(line) } else if !lines.isEmpty { finishHead(context) }
      line = []
    }
    if !isInHead {
      if !rest.isEmpty { context.fireChannelRead(wrapInboundOut(ByteBuffer(bytes: rest))) }
      return
    }
    line += rest
    if size + line.count > Self.limit {
      context.fireErrorCaught(HTTPParserError.headerOverflow)
      context.close(promise: nil)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    if isStale {
      context.fireErrorCaught(StaleConnection())
    } else if isInHead, !lines.isEmpty || !line.isEmpty {
      send(lines + [line], context)
    }
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.fireErrorCaught(isStale && error is IOError ? StaleConnection() : error)
  }

  /// Whether a further request on the connection has no byte of an answer.
  private var isStale: Bool { requests > 1 && isInHead && lines.isEmpty && line.isEmpty }

  private func finishHead(_ context: ChannelHandlerContext) {
    defer {
      lines = []
      size = 0
    }
    let status = lines.first?.split(separator: 0x20).dropFirst().first.map { String(decoding: $0, as: UTF8.self) }
    // Another head follows a 1xx status, except 101; the client ignores both it and a status below 100. At the content
    // of the latter, which the parser accepts, the client stops the process (AsyncHTTPClient 1.37,
    // HTTPRequestStateMachine.receivedHTTPResponseBodyPart).
    if status?.count == 3, status?.first == "1", status != "101" { return }
    isInHead = false
    guard status?.first != "0" else {
      context.fireErrorCaught(HTTPParserError.invalidStatus)
      return context.close(promise: nil)
    }
    send(Self.repaired(lines) + [[], []], context)
  }

  private func send(_ lines: [[UInt8]], _ context: ChannelHandlerContext) {
    context.fireChannelRead(wrapInboundOut(ByteBuffer(bytes: lines.joined(separator: [0x0D, 0x0A]))))
  }

  private static func repaired(_ lines: [[UInt8]]) -> [[UInt8]] {
    var fields: [[UInt8]] = []
    for line in lines {
      if fields.count > 1, line[0] == 0x20 || line[0] == 0x09 {
        fields[fields.count - 1] += line
      } else {
        fields.append(line)
      }
    }
    let named = fields.dropFirst().compactMap(Self.cleaned)
    let isChunked = named.contains { $0.name == "transfer-encoding" }
    var lengths: Set<[UInt8]> = []
    return fields.prefix(1)
      + named.filter { name, field in
        name != "content-length" || !isChunked && lengths.insert(field).inserted
      }.map(\.field)
  }

  /// Returns a field with a clean name and value; `nil` for a line that is not a field.
  private static func cleaned(_ line: [UInt8]) -> (name: String, field: [UInt8])? {
    guard let colon = line.firstIndex(of: 0x3A) else { return nil }
    var name = line[..<colon]
    while let last = name.last, last == 0x20 || last == 0x09 { name.removeLast() }
    let isToken = name.allSatisfy { byte in
      (0x21...0x7E).contains(byte) && !"\"(),/:;<=>?@[\\]{}".utf8.contains(byte)
    }
    guard !name.isEmpty, isToken else { return nil }
    let value = line[(colon + 1)...].map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }
    return (String(decoding: name, as: UTF8.self).lowercased(), Array(name) + [0x3A] + value)
  }
}
