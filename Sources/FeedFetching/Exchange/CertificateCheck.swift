import FeedProbes
import Foundation
import NIOCore
import NIOPosix
import NIOSSL

/// A check that finds why a TLS handshake failed, because the client does not report the reason.
struct CertificateCheck: Sendable {
  /// The first and last time a certificate is valid, and the hosts it is for.
  private struct Claims {
    let first, last: time_t
    let hosts: [String]
  }

  let group: any EventLoopGroup
  let timeout: Duration

  /// Connects again and reads the certificate without sending a request.
  /// - Returns: `.expired`, `.name`, or `.chain` if dates and host are valid; `nil` if the host sends no certificate.
  func problem(of host: String, at address: IPAddress, port: Int, now: Date) async -> FetchFailure? {
    guard let target = address.socketAddress(port: port), let claims = try? await claims(of: host, at: target) else {
      return nil
    }
    let moment = time_t(now.timeIntervalSince1970)
    if moment > claims.last { return .tls(.expired, reason: "its certificate expired on \(Self.day(claims.last))") }
    if moment < claims.first {
      return .tls(.expired, reason: "its certificate is not valid before \(Self.day(claims.first))")
    }
    // macOS reports a certificate for another host like an untrusted one.
    if IPAddress(host) == nil, !claims.hosts.contains(where: { Self.covers($0, host) }) {
      return .tls(.name, reason: "its certificate is for another host")
    }
    return .tls(.chain, reason: "its certificate is not trusted: self-signed, or by an unknown authority")
  }

  private static func day(_ time: time_t) -> String {
    Date(timeIntervalSince1970: Double(time)).formatted(.iso8601.year().month().day())
  }

  /// Whether a host of a certificate, which may begin with `*.`, includes another host.
  private static func covers(_ claimed: String, _ host: String) -> Bool {
    claimed == host || claimed.hasPrefix("*.") && claimed.dropFirst() == host.drop { $0 != "." }
  }

  private func claims(of host: String, at target: SocketAddress) async throws -> Claims {
    let loop = group.next()
    let found = loop.makePromise(of: Claims.self)
    let limit = loop.scheduleTask(in: .nanoseconds(Int64(timeout.seconds * 1e9))) {
      found.fail(ChannelError.connectTimeout(.seconds(0)))
    }
    var configuration = TLSConfiguration.forFeeds
    configuration.applicationProtocols = ["http/1.1"]
    let context = try NIOSSLContext(configuration: configuration)
    let name = IPAddress(host) == nil ? host : nil
    let bootstrap = ClientBootstrap(group: loop).channelInitializer { channel in
      channel.eventLoop.makeCompletedFuture {
        let handler = try NIOSSLClientHandler(context: context, serverHostname: name) { certificates, verdict in
          if let leaf = certificates.first {
            let hosts = leaf._subjectAlternativeNames().filter { $0.nameType == .dnsName }
              .map { String(decoding: $0.contents, as: UTF8.self).lowercased() }
            found.succeed(Claims(first: leaf.notValidBefore, last: leaf.notValidAfter, hosts: hosts))
          } else {
            found.fail(NIOSSLError.noCertificateToValidate)
          }
          verdict.succeed(NIOSSLVerificationResult.failed)
        }
        try channel.pipeline.syncOperations.addHandler(handler)
      }
    }
    let connection = bootstrap.connect(to: target)
    connection.whenSuccess { channel in
      channel.closeFuture.whenComplete { _ in found.fail(ChannelError.eof) }
      found.futureResult.whenComplete { _ in channel.close(promise: nil) }
    }
    connection.cascadeFailure(to: found)
    defer { limit.cancel() }
    return try await found.futureResult.get()
  }
}
