import AsyncHTTPClient
import FeedHealth
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import SystemCalls

/// A client for single requests that does not follow redirects. It checks addresses before connecting, and again after
/// connecting but before sending.
struct HTTPExchange: Sendable {
  /// An answer, which may be a redirect.
  struct Answer: Sendable {
    let status: Int
    let headers: HTTPHeaders
    let body: [UInt8]
  }

  private let settings: FetchSettings
  private let client: HTTPClient
  private let resolver: HostResolver

  private init(_ settings: FetchSettings) {
    self.settings = settings
    var tls = TLSConfiguration.forFeeds
    if let file = settings.certificateFile {
      // Without certificates of the system, adding to them fails.
      if SystemCertificates.areMissing {
        tls.trustRoots = .file(file)
      } else {
        tls.additionalTrustRoots = [.file(file)]
      }
    }
    var configuration = HTTPClient.Configuration(
      tlsConfiguration: tls, redirectConfiguration: .disallow,
      timeout: .init(
        connect: .nanoseconds(Int64(settings.connectTimeout.seconds * 1e9)),
        // A body may pause. The start of the answer has a deadline of its own.
        read: .nanoseconds(Int64(settings.totalTimeout.seconds * 1e9))))
    configuration.httpVersion = .http1Only
    configuration.dnsOverride = settings.hosts
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = settings.pacing.connections
    // Few feeds share a host, and a host's next request follows after its gap.
    configuration.connectionPool.idleTimeout = .nanoseconds(Int64((settings.pacing.gap.seconds + 0.5) * 1e9))
    let policy = settings.addresses
    configuration.http1_1ConnectionDebugInitializer = { channel in Self.prepare(channel, by: policy) }
    // On macOS, the client would otherwise choose a channel that hides its remote address.
    client = HTTPClient(
      eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup.singleton), configuration: configuration)
    resolver = HostResolver(hosts: settings.hosts)
  }

  /// Runs `body` with an exchange and closes its connections afterwards.
  /// - Throws: any error from `body`.
  static func with<Value>(
    _ settings: FetchSettings, _ body: (HTTPExchange) async throws -> Value
  ) async throws -> Value {
    let exchange = HTTPExchange(settings)
    do {
      let value = try await body(exchange)
      try? await exchange.client.shutdown()
      return value
    } catch {
      try? await exchange.client.shutdown()
      throw error
    }
  }

  /// Requests a page. The body is read only for a 2xx status.
  /// - Parameters:
  ///   - body: The body to post; `nil` to get the page.
  ///   - part: The number of bytes to read of a longer body; `nil` to fail for a body over the size limit.
  func answer(
    of address: WebAddress, headers: [(String, String)], posting body: [UInt8]? = nil, within limit: Duration,
    first part: Int? = nil
  ) async throws(FetchFailure) -> Answer {
    let addresses = try await resolver.addresses(of: address.host)
    for found in addresses {
      if let kind = settings.addresses.refusal(of: found) { throw .address(host: address.host, kind: kind) }
    }
    do {
      return try await exchange(address, headers, body, until: ContinuousClock.now + limit, first: part)
    } catch {
      throw FetchFailure(error, host: address.host, settings: settings)
    }
  }

  private func exchange(
    _ address: WebAddress, _ headers: [(String, String)], _ sent: [UInt8]?, until deadline: ContinuousClock.Instant,
    first part: Int?
  ) async throws -> Answer {
    var request = HTTPClientRequest(url: address.url)
    if let sent {
      request.method = .POST
      request.body = .bytes(sent)
    }
    request.headers = HTTPHeaders(headers)
    request.headers.add(name: "User-Agent", value: settings.userAgent)
    request.headers.add(name: "Accept-Encoding", value: "gzip, deflate")
    if let authorization = address.authorization { request.headers.add(name: "Authorization", value: authorization) }
    let limit = min(settings.responseTimeout, deadline - .now)
    let response = try await response(to: request, by: .now() + .nanoseconds(Int64(max(0, limit.seconds) * 1e9)))
    let status = Int(response.status.code)
    guard (200..<300).contains(status) else { return Answer(status: status, headers: response.headers, body: []) }
    if part == nil, let length = response.headers.first(name: "Content-Length").flatMap(Int.init),
      length > settings.bodyLimit
    {
      throw FetchFailure.tooLarge(limit: settings.bodyLimit)
    }
    let body = try await body(of: response, until: deadline, limit: part ?? settings.bodyLimit)
    if part == nil, body.count > settings.bodyLimit { throw FetchFailure.tooLarge(limit: settings.bodyLimit) }
    return Answer(status: status, headers: response.headers, body: body)
  }

  /// Sends a request, and again if the server had closed the connection since its last answer.
  ///
  /// Source: RFC 9112, section 9.3.1; browsers and curl also try again.
  private func response(to request: HTTPClientRequest, by deadline: NIODeadline) async throws -> HTTPClientResponse {
    do {
      return try await client.execute(request, deadline: deadline)
    } catch  where error is StaleConnection || error as? ChannelError == .ioOnClosedChannel {
      return try await client.execute(request, deadline: deadline)
    }
  }

  /// Reads a body and decompresses it, until it has more than `limit` bytes.
  private func body(
    of response: HTTPClientResponse, until deadline: ContinuousClock.Instant, limit: Int
  ) async throws -> [UInt8] {
    // The last encoding was applied last. No server needs more than three.
    let inflaters = response.headers[canonicalForm: "Content-Encoding"].reversed()
      .filter { ["gzip", "x-gzip", "deflate"].contains($0.lowercased()) }.prefix(3).map { _ in Inflater() }
    var body: [UInt8] = []
    do {
      for try await part in response.body {
        var bytes = Array(part.readableBytesView)
        for inflater in inflaters {
          var output: [UInt8] = []
          try inflater.inflate(bytes, into: &output, limit: limit)
          bytes = output
          if output.count > limit { break }
        }
        body += bytes
        if body.count > limit { return body }
        if ContinuousClock.now > deadline { throw Self.tooSlow(settings) }
      }
    } catch let error as HTTPClientError where error == .readTimeout {
      throw Self.tooSlow(settings)
    }
    for inflater in inflaters { try inflater.finish() }
    return body
  }

  private static func tooSlow(_ settings: FetchSettings) -> FetchFailure {
    .timeout(.sending, seconds: settings.totalTimeout.seconds)
  }

  /// Prepares a connection. Fails a connection to a refused address, because a second DNS
  /// lookup may return another address than the first.
  private static func prepare(_ channel: any Channel, by policy: AddressPolicy) -> EventLoopFuture<Void> {
    let address = channel.remoteAddress?.ipAddress.flatMap { IPAddress($0) }
    guard let kind = address.map({ policy.refusal(of: $0) }) ?? "unknown" else {
      return channel.eventLoop.makeCompletedFuture {
        let pipeline = channel.pipeline.syncOperations
        let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
        // Without TLS, there is no handler to ask.
        let end = (try? pipeline.nioSSL_peerCertificate()).map { Int64($0.notValidAfter) }
        try pipeline.addHandler(AnswerGuard(certificateEnd: end), position: .after(parser))
      }
    }
    // The client does not close a failed connection, and misbehaves if the connection closes before it fails.
    channel.eventLoop.scheduleTask(in: .milliseconds(100)) { channel.close(promise: nil) }
    return channel.eventLoop.makeFailedFuture(RefusedConnection(kind: kind))
  }
}

extension TLSConfiguration {
  /// The settings for feeds' hosts. Like Apple's App Transport Security, they require TLS 1.2.
  static var forFeeds: TLSConfiguration {
    var configuration = makeClientConfiguration()
    configuration.minimumTLSVersion = .tlsv12
    return configuration
  }
}
