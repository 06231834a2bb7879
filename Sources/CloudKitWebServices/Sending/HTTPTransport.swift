import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import SystemCalls

/// The HTTP transport, which sends each request once.
package enum HTTPTransport {
  package struct Answer: Sendable {
    package let status: Int
    package let contentType: String?
    /// The `Date` header: the server's time.
    let date: String?
    package let retryAfter: String?
    package let location: String?
    package let body: [UInt8]
  }

  /// The reason why a request has no answer.
  package struct Failure: Error, Sendable {
    package let reason: String
    /// Whether the server may have applied the request.
    package let mayHaveBeenDone: Bool
    /// Whether nothing accepts connections at the server's address.
    package var isRefused = false
    /// Whether this machine does not trust the server's certificate.
    package var isUntrusted = false
  }

  /// Maximum size of an answer in bytes: 200 records of 1 MB each, as base64.
  private static let largestAnswer = 300 << 20

  /// The client shared by the whole process. It rejects redirects, so signed requests only reach the intended host.
  static let client: HTTPClient = {
    var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
    configuration.timeout = .init(connect: .seconds(15), read: .seconds(60))
    // `RequestSender` retries; the pool would retry for the whole connect timeout.
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 16
    // On macOS, `.singleton` would be Network.framework, whose errors do not tell a refused connection from a lost one.
    return HTTPClient(
      eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup.singleton), configuration: configuration)
  }()

  /// Sends a request and returns the answer, or the reason it failed.
  /// - Parameters:
  ///   - patience: maximum time for the whole exchange, including the answer's last byte.
  ///   - isWrite: whether the outcome must be known; cancelling the task does not stop a write.
  package static func send(
    _ method: String, to url: String, headers: [(String, String)], body: [UInt8]?, patience: Duration, isWrite: Bool
  ) async -> Result<Answer, Failure> {
    var request = HTTPClientRequest(url: url)
    request.method = HTTPMethod(rawValue: method)
    request.headers = HTTPHeaders(headers)
    request.body = body.map { .bytes(ByteBuffer(bytes: $0)) }
    let prepared = request
    return isWrite
      ? await Task { await exchange(prepared, patience: patience) }.value
      : await exchange(prepared, patience: patience)
  }

  /// Sends a request and limits the time for the whole answer. The client's own timeouts end with the answer's head or
  /// restart with each byte. Like them, this limit uses real time, not the run's clock.
  static func exchange(_ request: HTTPClientRequest, patience: Duration) async -> Result<Answer, Failure> {
    await withTaskGroup(of: Result<Answer, Failure>?.self) { group in
      group.addTask { await exchange(request) }
      group.addTask {
        try? await Task.sleep(for: patience)
        return nil
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      return first
        ?? .failure(
          Failure(
            reason: "its answer took longer than \(patience.components.seconds) seconds", mayHaveBeenDone: true))
    }
  }

  private static func exchange(_ request: HTTPClientRequest) async -> Result<Answer, Failure> {
    do {
      let response = try await client.execute(request, deadline: .distantFuture)
      do {
        let buffer = try await response.body.collect(upTo: largestAnswer)
        return .success(
          Answer(
            status: Int(response.status.code), contentType: response.headers.first(name: "Content-Type"),
            date: response.headers.first(name: "Date"), retryAfter: response.headers.first(name: "Retry-After"),
            location: response.headers.first(name: "Location"), body: [UInt8](buffer.readableBytesView)))
      } catch {
        return .failure(Failure(reason: "its answer broke off (\(text(error)))", mayHaveBeenDone: true))
      }
    } catch {
      return .failure(
        Failure(
          reason: text(error), mayHaveBeenDone: !isBeforeSending(error), isRefused: isRefused(error),
          isUntrusted: handshakeProblem(error)?.isUntrusted ?? false))
    }
  }

  private static func isBeforeSending(_ error: any Error) -> Bool {
    // An address without a name fails with the system's error alone.
    if error is NIOConnectionError || isRefused(error) || handshakeProblem(error) != nil { return true }
    guard let error = error as? HTTPClientError else { return false }
    return [
      .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout, .invalidURL, .emptyHost, .emptyScheme,
    ]
    .contains(error)
  }

  private static func isRefused(_ error: any Error) -> Bool {
    let errors = (error as? NIOConnectionError)?.connectionErrors.map(\.error) ?? [error]
    return !errors.isEmpty && errors.allSatisfy { ($0 as? IOError)?.errnoCode == ECONNREFUSED }
  }

  static func text(_ error: any Error) -> String {
    switch error {
    case let error as NIOConnectionError:
      "cannot connect to \(error.host) port \(error.port)"
        + (error.dnsAError == nil && error.dnsAAAAError == nil ? "" : ": the name is not known")
    case let error as HTTPClientError: error.shortDescription
    case is NIOTooManyBytesError: "it is larger than \(largestAnswer >> 20) MB"
    case let error as IOError: SystemError(error.errnoCode).description
    case let error as SystemError: error.description
    default: handshakeProblem(error)?.text ?? "\(type(of: error))"
    }
  }

  /// Returns the meaning of a failed TLS handshake; `nil` for other errors. Its types belong to the client's TLS
  /// package.
  private static func handshakeProblem(_ error: any Error) -> (text: String, isUntrusted: Bool)? {
    let text = "\(error)"
    if text.contains("CERTIFICATE_VERIFY_FAILED") {
      return ("its certificate is not trusted: self-signed, or by an unknown authority", true)
    }
    if text.hasPrefix("failedToValidateHostname") { return ("its certificate is for another host", true) }
    return text.hasPrefix("handshakeFailed") ? ("the TLS handshake failed", false) : nil
  }
}
