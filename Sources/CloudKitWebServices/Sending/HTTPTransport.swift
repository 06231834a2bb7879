import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// Sends a request once.
enum HTTPTransport {
  /// An answer, whatever it says.
  struct Answer: Sendable {
    let status: Int
    let contentType: String?
    /// The server's clock.
    let date: String?
    let retryAfter: String?
    let body: [UInt8]
  }

  /// Why there is no answer.
  struct Failure: Error, Sendable {
    let reason: String
    /// Whether the server may have done what was asked.
    let mayHaveArrived: Bool
  }

  /// The largest answer that is read: 200 records of 1 MB, as base64.
  private static let largestAnswer = 300 << 20

  /// One for the process, which ends with it. Redirects are refused: a signed request goes where it was meant to.
  private static let client: HTTPClient = {
    var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
    configuration.timeout = .init(connect: .seconds(15), read: .seconds(60))
    // Trying again is ours: the pool would go on for the whole time a connection may take.
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 16
    return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }()

  /// Posts a body. The task's cancellation does not stop it: a write that is under way is to be known the end of.
  static func post(_ body: [UInt8], to url: String, headers: [(String, String)]) async throws(Failure) -> Answer {
    var request = HTTPClientRequest(url: url)
    request.method = .POST
    request.headers = HTTPHeaders(headers)
    request.body = .bytes(ByteBuffer(bytes: body))
    let prepared = request
    let result = await Task { () async -> Result<Answer, Failure> in
      do {
        let response = try await client.execute(prepared, timeout: .seconds(120))
        do {
          let buffer = try await response.body.collect(upTo: largestAnswer)
          return .success(
            Answer(
              status: Int(response.status.code), contentType: response.headers.first(name: "Content-Type"),
              date: response.headers.first(name: "Date"), retryAfter: response.headers.first(name: "Retry-After"),
              body: [UInt8](buffer.readableBytesView)))
        } catch {
          return .failure(Failure(reason: "its answer broke off (\(Self.text(error)))", mayHaveArrived: true))
        }
      } catch {
        return .failure(Failure(reason: Self.text(error), mayHaveArrived: !Self.isBeforeSending(error)))
      }
    }.value
    return try result.get()
  }

  private static func isBeforeSending(_ error: any Error) -> Bool {
    if error is NIOConnectionError { return true }
    guard let error = error as? HTTPClientError else { return false }
    return [
      .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout, .invalidURL, .emptyHost, .emptyScheme,
    ]
    .contains(error)
  }

  private static func text(_ error: any Error) -> String {
    switch error {
    case let error as NIOConnectionError:
      "cannot connect to \(error.host) port \(error.port)"
        + (error.dnsAError == nil && error.dnsAAAAError == nil ? "" : ": the name is not known")
    case let error as HTTPClientError: error.shortDescription
    case let error as IOError: "\(String(cString: strerror(error.errnoCode)))".lowercased()
    default: "\(type(of: error))"
    }
  }
}
