import AsyncHTTPClient
import FeedProbes
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import SystemCalls

/// A connection to an address that is refused.
struct RefusedConnection: Error {
  let kind: String
}

extension FetchFailure {
  /// Creates a failure from an error of the HTTP client.
  init(_ error: any Error, host: String, settings: FetchSettings) {
    switch error {
    case let failure as FetchFailure: self = failure
    case is CancellationError: self = .stopped
    case let error as HTTPClientError: self.init(error, settings: settings)
    case let error as RefusedConnection: self = .address(host: host, kind: error.kind)
    case let error as NIOConnectionError: self.init(error)
    case let error as IOError: self = Self.failure(of: error)
    case let error as NIOSSLExtraError where error == .failedToValidateHostname:
      self = .tls(.name, reason: "its certificate is for another host")
    case is NIOSSLExtraError, is NIOSSLError, is BoringSSLError:
      self = .tls(.handshake, reason: "the TLS handshake failed; TLS 1.2 or later is required")
    case is Inflater.DamagedData: self = .interrupted(reason: "the compressed answer is damaged")
    case HTTPParserError.invalidEOFState:
      self = .interrupted(reason: "the connection ended in the middle of the answer")
    case HTTPParserError.headerOverflow: self = .interrupted(reason: "the headers of the answer are too large")
    case is HTTPParserError: self = .interrupted(reason: "the answer is not HTTP")
    case ChannelError.connectTimeout: self = .timeout(.connecting, seconds: settings.connectTimeout.seconds)
    case is ChannelError, is StaleConnection:
      self = .interrupted(reason: "the connection ended in the middle of the answer")
    default: self = .interrupted(reason: "the connection failed")
    }
  }

  private init(_ error: HTTPClientError, settings: FetchSettings) {
    switch error {
    case .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout:
      self = .timeout(.connecting, seconds: settings.connectTimeout.seconds)
    case .deadlineExceeded, .readTimeout: self = .timeout(.answering, seconds: settings.responseTimeout.seconds)
    case .cancelled: self = .stopped
    case .remoteConnectionClosed: self = .interrupted(reason: "the connection ended in the middle of the answer")
    case .invalidURL, .emptyHost, .emptyScheme: self = .url(reason: "its URL is invalid")
    default: self = .interrupted(reason: "the answer is not HTTP")
    }
  }

  private init(_ error: NIOConnectionError) {
    self =
      switch error.connectionErrors.first?.error {
      case let error as IOError: Self.failure(of: error)
      case .some: .connect(reason: "the host does not accept the connection")
      case nil: .dns(reason: "no address could be found", isTemporary: true)
      }
  }

  private static func failure(of error: IOError) -> FetchFailure {
    switch error.errnoCode {
    case ECONNREFUSED: .connect(reason: "connection refused")
    case ENETUNREACH, ENETDOWN: .connect(reason: "network unreachable", isUnreachable: true)
    case EHOSTUNREACH, EHOSTDOWN: .connect(reason: "host unreachable", isUnreachable: true)
    case ETIMEDOUT: .connect(reason: "the connection timed out")
    case ECONNRESET, EPIPE: .interrupted(reason: "the connection was reset")
    default: .connect(reason: SystemError(error.errnoCode).description)
    }
  }
}
