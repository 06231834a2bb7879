import NIOCore
import NIOHTTP1

/// A channel handler that repairs the heads of responses that browsers read but the HTTP parser rejects: line feeds
/// without carriage returns, folded fields, and a `Content-Length` that is repeated or beside a `Transfer-Encoding`.
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

  /// Expects a new head after each request.
  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    isInHead = true
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
    if isInHead, !lines.isEmpty || !line.isEmpty { send(lines + [line], context) }
    context.fireChannelInactive()
  }

  private func finishHead(_ context: ChannelHandlerContext) {
    // A 1xx status is followed by another head, except 101.
    let status = lines.first?.split(separator: 0x20).dropFirst().first.map { String(decoding: $0, as: UTF8.self) }
    isInHead = status?.count == 3 && status?.first == "1" && status != "101"
    send(Self.repaired(lines) + [[], []], context)
    lines = []
    size = 0
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
    let names = fields.map { String(decoding: $0.prefix { $0 != 0x3A }, as: UTF8.self).lowercased() }
    let isChunked = names.contains("transfer-encoding")
    var lengths: Set<[UInt8]> = []
    return zip(fields, names).filter { field, name in
      name != "content-length" || !isChunked && lengths.insert(field).inserted
    }.map(\.0)
  }
}
