import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import SystemCalls

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

  /// Posts a body.
  /// - Parameters:
  ///   - patience: how long it may all take, the answer's last byte included.
  ///   - isWrite: whether the end of it is to be known: the task's cancellation does not stop it then.
  static func post(
    _ body: [UInt8], to url: String, headers: [(String, String)], patience: Duration, isWrite: Bool
  ) async throws(Failure) -> Answer {
    var request = HTTPClientRequest(url: url)
    request.method = .POST
    request.headers = HTTPHeaders(headers)
    request.body = .bytes(ByteBuffer(bytes: body))
    let prepared = request
    let result =
      isWrite
      ? await Task { await exchange(prepared, patience: patience) }.value
      : await exchange(prepared, patience: patience)
    return try result.get()
  }

  /// The client's own timeouts end with the answer's head, and begin anew with each of its bytes. The time is the
  /// network's, as theirs is, and not that of the run's clock.
  private static func exchange(_ request: HTTPClientRequest, patience: Duration) async -> Result<Answer, Failure> {
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
          Failure(reason: "its answer took longer than \(patience.components.seconds) seconds", mayHaveArrived: true))
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
            body: [UInt8](buffer.readableBytesView)))
      } catch {
        return .failure(Failure(reason: "its answer broke off (\(text(error)))", mayHaveArrived: true))
      }
    } catch {
      return .failure(Failure(reason: text(error), mayHaveArrived: !isBeforeSending(error)))
    }
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
    case is NIOTooManyBytesError: "it is larger than \(largestAnswer >> 20) MB"
    case let error as IOError: SystemError(error.errnoCode).description
    default: "\(type(of: error))"
    }
  }
}
