import NIOCore
import NIOHTTP1

/// A kept-alive connection that the server closed before it answered a further request.
struct StaleConnection: Error {}

/// A channel handler behind the HTTP parser that recognizes stale connections, and fails on answers that would stop the
/// process: at the content of a status below 100, which the parser accepts, AsyncHTTPClient 1.37 traps
/// (HTTPRequestStateMachine.receivedHTTPResponseBodyPart). It also adds the end of the host's certificate to each
/// answer.
final class AnswerGuard: ChannelInboundHandler, ChannelOutboundHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias InboundOut = HTTPClientResponsePart
  typealias OutboundIn = HTTPClientRequestPart

  /// The header with the end of the certificate, in seconds since 1970. A server cannot send it, because the parser
  /// refuses a name that begins with a colon.
  static let certificateEnd = ":certificate-end"

  /// The end of the host's certificate; `nil` without TLS.
  private let certificateEnd: Int64?
  private var requests = 0
  private var hasAnswer = false
  private var isStopped = false

  init(certificateEnd: Int64?) { self.certificateEnd = certificateEnd }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .head = unwrapOutboundIn(data) {
      requests += 1
      hasAnswer = false
    }
    context.write(data, promise: promise)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    hasAnswer = true
    var part = unwrapInboundIn(data)
    if case .head(var head) = part {
      if head.status.code < 100 {
        isStopped = true
        context.fireErrorCaught(HTTPParserError.invalidStatus)
        context.close(promise: nil)
      }
      if let certificateEnd { head.headers.add(name: Self.certificateEnd, value: "\(certificateEnd)") }
      part = .head(head)
    }
    if !isStopped { context.fireChannelRead(wrapInboundOut(part)) }
  }

  func channelInactive(context: ChannelHandlerContext) {
    if isStale { context.fireErrorCaught(StaleConnection()) }
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.fireErrorCaught(isStale && error is IOError ? StaleConnection() : error)
  }

  private var isStale: Bool { requests > 1 && !hasAnswer }
}
