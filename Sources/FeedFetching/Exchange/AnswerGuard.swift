import NIOCore
import NIOHTTP1

/// A kept-alive connection that the server closed before it answered a further request.
struct StaleConnection: Error {}

/// A channel handler behind the HTTP parser that recognizes stale connections, and fails on answers that would stop the
/// process: at the content of a status below 100, which the parser accepts, AsyncHTTPClient 1.37 traps
/// (HTTPRequestStateMachine.receivedHTTPResponseBodyPart).
final class AnswerGuard: ChannelInboundHandler, ChannelOutboundHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias OutboundIn = HTTPClientRequestPart

  private var requests = 0
  private var hasAnswer = false
  private var isStopped = false

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .head = unwrapOutboundIn(data) {
      requests += 1
      hasAnswer = false
    }
    context.write(data, promise: promise)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    hasAnswer = true
    if case .head(let head) = unwrapInboundIn(data), head.status.code < 100 {
      isStopped = true
      context.fireErrorCaught(HTTPParserError.invalidStatus)
      context.close(promise: nil)
    }
    if !isStopped { context.fireChannelRead(data) }
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
