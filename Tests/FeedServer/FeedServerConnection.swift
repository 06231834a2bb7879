import Foundation
import NIOCore
import NIOSSL
import Synchronization

/// A connection that reads requests and reacts as the server decides.
final class FeedServerConnection: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let holder: FeedServer.Holder
  private var received = ByteBuffer()
  private var current: FeedServer.Request?
  private var isFirst = true

  init(_ holder: FeedServer.Holder) { self.holder = holder }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var part = unwrapInboundIn(data)
    received.writeBuffer(&part)
    guard let server = holder.server.withLock({ $0.server }), let request = takeRequest(context) else { return }
    server.begin(request)
    current = request
    if server.latency > .zero {
      context.eventLoop.assumeIsolated().scheduleTask(in: server.latency) { self.reply(context, server) }
    } else {
      reply(context, server)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    finish()
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  private func finish() {
    if let current { holder.server.withLock { $0.server }?.end(current) }
    current = nil
  }

  private func takeRequest(_ context: ChannelHandlerContext) -> FeedServer.Request? {
    let length = received.withUnsafeReadableBytes { bytes in
      bytes.indices.dropLast(3).first { bytes[$0] == 13 && bytes[$0..<$0 + 4].elementsEqual([13, 10, 13, 10]) }
    }
    guard let length, let head = received.getString(at: received.readerIndex, length: length) else { return nil }
    var lines = head.split(separator: "\r\n")[...]
    let words = (lines.popFirst() ?? "").split(separator: " ")
    var headers: [String: String] = [:]
    for line in lines {
      guard let colon = line.firstIndex(of: ":") else { continue }
      headers[line[..<colon].lowercased()] = line[line.index(after: colon)...].drop { $0 == " " }.description
    }
    let bodyLength = headers["content-length"].flatMap(Int.init) ?? 0
    guard received.readableBytes >= length + 4 + bodyLength else { return nil }
    received.moveReaderIndex(forwardBy: length + 4)
    let body = received.readBytes(length: bodyLength) ?? []
    received.discardReadBytes()
    let host = (headers["host"] ?? "").prefix { $0 != ":" }
    let tls = try? context.pipeline.syncOperations.handler(type: NIOSSLServerHandler.self)
    defer { isFirst = false }
    return FeedServer.Request(
      host: String(host), path: words.count > 1 ? String(words[1]) : "/", method: words.first.map(String.init) ?? "",
      headers: headers, body: body, isSecure: tls != nil, isFirst: isFirst)
  }

  private func reply(_ context: ChannelHandlerContext, _ server: FeedServer) {
    guard let request = current else { return }
    switch server.reply(request) {
    case .answer(let status, let headers, let body):
      var text = "HTTP/1.1 \(status) X\r\n"
      for (name, value) in headers { text += "\(name): \(value)\r\n" }
      if status != 304, status != 204 { text += "Content-Length: \(body.count)\r\n" }
      finish()
      write(context, Array((text + "\r\n").utf8) + body)
    case .bytes(let bytes):
      finish()
      write(context, bytes)
      context.close(promise: nil)
    case .drip(let bytes, let pause): drip(context, bytes[...], pause)
    case .headThenDrip(let head, let pause):
      write(context, head)
      drip(context, [UInt8](repeating: 0x20, count: 10_000)[...], pause)
    case .endless:
      write(context, Array("HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\n\r\n".utf8))
      pour(context)
    case .silence: break
    case .reset(let bytes):
      finish()
      if !bytes.isEmpty { write(context, bytes) }
      let loop = context.eventLoop.assumeIsolated()
      loop.scheduleTask(in: .milliseconds(20)) {
        // Closing without lingering resets the connection.
        _ = (context.channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
        context.close(promise: nil)
      }
    }
  }

  private func write(_ context: ChannelHandlerContext, _ bytes: [UInt8]) {
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
  }

  private func drip(_ context: ChannelHandlerContext, _ bytes: ArraySlice<UInt8>, _ pause: Int64) {
    guard let first = bytes.first, context.channel.isActive else { return }
    write(context, [first])
    context.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(pause)) {
      self.drip(context, bytes.dropFirst(), pause)
    }
  }

  private func pour(_ context: ChannelHandlerContext) {
    guard context.channel.isActive else { return }
    let chunk = Array("10000\r\n".utf8) + [UInt8](repeating: 0x20, count: 65_536) + [13, 10]
    let written = context.eventLoop.makePromise(of: Void.self)
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: chunk)), promise: written)
    written.futureResult.assumeIsolated().whenSuccess { self.pour(context) }
  }
}
