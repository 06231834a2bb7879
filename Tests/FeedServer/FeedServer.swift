import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// A web server on loopback that can misbehave, until its last reference goes. The names of `TestHosts` are separate
/// hosts.
package final class FeedServer: Sendable {
  package struct Request: Sendable {
    /// The requested host, without port.
    package let host: String
    /// The path and query.
    package let path: String
    /// The method, such as GET.
    package let method: String
    /// The header fields, with names in lowercase.
    package let headers: [String: String]
    package let body: [UInt8]
    /// Whether the connection uses TLS.
    package let isSecure: Bool
    /// Whether the request is the first of its connection.
    package let isFirst: Bool
  }

  /// The reaction to a request.
  package enum Reply: Sendable {
    /// An answer with its length.
    case answer(Int, [(String, String)] = [], [UInt8] = [])
    /// Bytes, after which the connection closes.
    case bytes([UInt8])
    /// An answer sent byte by byte, with pauses in milliseconds.
    case drip([UInt8], every: Int64)
    /// Bytes sent at once, then spaces with pauses in milliseconds.
    case headThenDrip([UInt8], every: Int64)
    /// An answer that never ends.
    case endless
    /// No answer.
    case silence
    /// Bytes, after which the connection is reset.
    case reset([UInt8] = [])
  }

  /// A received request.
  package struct Entry: Sendable {
    package let request: Request
    /// The time of arrival.
    package let at: ContinuousClock.Instant
    /// The number of requests to the same host in progress, including this one.
    package let atOnce: Int
  }

  private struct State {
    var log: [Entry] = []
    var active: [String: Int] = [:]
  }

  package let port: Int
  let latency: TimeAmount
  let reply: @Sendable (Request) -> Reply
  private let keepsLog: Bool
  private let state: Mutex<State>
  private let channel: Mutex<(any Channel)?>

  private init(port: Int, latency: TimeAmount, keepsLog: Bool, reply: @escaping @Sendable (Request) -> Reply) {
    self.port = port
    self.latency = latency
    self.keepsLog = keepsLog
    self.reply = reply
    state = Mutex(State())
    channel = Mutex(nil)
  }

  /// - Parameters:
  ///   - latency: the delay of every answer in milliseconds.
  ///   - certificate: the PEM files of a certificate and its key for clients that use TLS, on the same port.
  ///   - isOutdated: whether the server supports TLS 1.1 at most.
  package static func start(
    latency: Int64 = 0, certificate: (chain: String, key: String)? = nil, isOutdated: Bool = false,
    keepsLog: Bool = true, reply: @escaping @Sendable (Request) -> Reply
  ) async throws -> FeedServer {
    let holder = Holder()
    let channel = try await bootstrap(holder, certificate, isOutdated: isOutdated).bind(host: "127.0.0.1", port: 0)
      .get()
    return serve(on: channel, holder, latency: latency, keepsLog: keepsLog, reply: reply)
  }

  /// Starts a server from synchronous code.
  package static func startAndWait(
    latency: Int64, reply: @escaping @Sendable (Request) -> Reply
  ) throws -> FeedServer {
    let holder = Holder()
    let channel = try bootstrap(holder, nil, isOutdated: false).bind(host: "127.0.0.1", port: 0).wait()
    return serve(on: channel, holder, latency: latency, keepsLog: false, reply: reply)
  }

  private static func bootstrap(
    _ holder: Holder, _ certificate: (chain: String, key: String)?, isOutdated: Bool
  ) throws -> ServerBootstrap {
    var context: NIOSSLContext?
    if let certificate {
      let chain = try NIOSSLCertificate.fromPEMFile(certificate.chain).map { NIOSSLCertificateSource.certificate($0) }
      let key = try NIOSSLPrivateKey(file: certificate.key, format: .pem)
      var configuration = TLSConfiguration.makeServerConfiguration(
        certificateChain: chain, privateKey: .privateKey(key))
      if isOutdated { configuration.maximumTLSVersion = .tlsv11 }
      context = try NIOSSLContext(configuration: configuration)
    }
    let tls = context
    return ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.backlog, value: 1024).serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { child in
        child.eventLoop.makeCompletedFuture {
          if let tls { try child.pipeline.syncOperations.addHandler(TLSDetector(tls)) }
          try child.pipeline.syncOperations.addHandler(FeedServerConnection(holder))
        }
      }
  }

  private static func serve(
    on channel: any Channel, _ holder: Holder, latency: Int64, keepsLog: Bool,
    reply: @escaping @Sendable (Request) -> Reply
  ) -> FeedServer {
    let server = FeedServer(
      port: channel.localAddress?.port ?? 0, latency: .milliseconds(latency), keepsLog: keepsLog, reply: reply)
    server.channel.withLock { $0 = channel }
    holder.server.withLock { $0.server = server }
    return server
  }

  deinit { channel.withLock { $0 }?.close(promise: nil) }

  /// Stops accepting connections, before the end of the server's life.
  package func stop() async {
    let channel = channel.withLock { $0 }
    try? await channel?.close()
  }

  /// The requests, in order.
  package var log: [Entry] { state.withLock { $0.log } }

  func begin(_ request: Request) {
    guard keepsLog else { return }
    state.withLock { state in
      state.active[request.host, default: 0] += 1
      state.log.append(Entry(request: request, at: .now, atOnce: state.active[request.host] ?? 1))
    }
  }

  func end(_ request: Request) {
    guard keepsLog else { return }
    state.withLock { $0.active[request.host, default: 1] -= 1 }
  }

  /// A reference to the server for connections, because the server is created after its port is known. It does not keep
  /// the server alive.
  final class Holder: Sendable {
    struct Reference: Sendable {
      weak var server: FeedServer?
    }

    let server = Mutex(Reference())
  }
}
