import NIOCore
import NIOSSL

/// A handler that detects TLS by the first byte of a connection, so that one port serves both.
final class TLSDetector: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let tls: NIOSSLContext

  init(_ tls: NIOSSLContext) { self.tls = tls }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // The type of a handshake record (RFC 8446 §5.1).
    if unwrapInboundIn(data).readableBytesView.first == 22 {
      do {
        let handler = NIOSSLServerHandler(context: tls)
        try context.pipeline.syncOperations.addHandler(handler, position: .after(self))
      } catch {
        return context.close(promise: nil)
      }
    }
    context.fireChannelRead(data)
    context.pipeline.syncOperations.removeHandler(self, promise: nil)
  }
}
