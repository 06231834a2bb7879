import AsyncHTTPClient
import FeedHealth
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import SystemCalls

struct RefusedConnection: Error {
  let kind: String
}

extension FetchFailure {
  init(_ error: any Error, host: String, settings: FetchSettings) {
    switch error {
    case let failure as FetchFailure: self = failure
    case is CancellationError: self = .stopped
    case let error as HTTPClientError: self.init(error, settings: settings)
    case let error as RefusedConnection: self = .address(host: host, kind: error.kind)
    case let error as NIOConnectionError: self.init(error)
    case let error as IOError: self = Self.failure(of: error)
    case let error as NIOSSLExtraError where error == .failedToValidateHostname:
      self = .tls(reason: "its certificate is for another host")
    case NIOSSLError.handshakeFailed(.sslError(let errors)): self = .tls(reason: Self.reason(of: "\(errors)"))
    case is NIOSSLExtraError, is NIOSSLError, is BoringSSLError: self = .tls(reason: Self.reason(of: ""))
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

  /// Returns the reason with the name of BoringSSL's error, such as CERTIFICATE_VERIFY_FAILED, which it gives as text
  /// only: `error:1000007d:SSL routines:OPENSSL_internal:CERTIFICATE_VERIFY_FAILED at …`.
  private static func reason(of errors: String) -> String {
    let name = errors.firstMatch(of: #/OPENSSL_internal:(\w+)/#).map { $0.1.lowercased().replacing("_", with: " ") }
    return "the TLS handshake failed" + (name.map { ": \($0)" } ?? "; TLS 1.2 or later is required")
  }

  private init(_ error: HTTPClientError, settings: FetchSettings) {
    switch error {
    case .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout:
      self = .timeout(.connecting, seconds: settings.connectTimeout.seconds)
    case .deadlineExceeded, .readTimeout:
      self = .timeout(.answering, seconds: min(settings.responseTimeout, settings.totalTimeout).seconds)
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
