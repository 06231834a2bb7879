package import CloudKitRecords
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import SystemCalls

/// A local emulator of CloudKit Web Services for public databases.
package struct Emulator: Sendable {
  private let configuration: EmulatorConfiguration
  private let dispatcher: RequestDispatcher

  /// - Parameters:
  ///  - now: the clock that request dates are checked against.
  ///  - open: opens the store of a database on its first request.
  ///  - log: receives every request; it must not block.
  package init(
    _ configuration: EmulatorConfiguration, now: @escaping @Sendable () -> Timestamp, open: @escaping DatabaseOpening,
    log: @escaping @Sendable (LoggedRequest) -> Void = { _ in }
  ) {
    self.configuration = configuration
    dispatcher = RequestDispatcher(configuration, now: now, open: open, log: log)
  }

  /// Serves requests until the task is cancelled.
  /// - Parameter onReady: receives the port as soon as the server accepts requests.
  /// - Throws: The system's error if the address or port is not available.
  package func run(onReady: @escaping @Sendable (Int) async -> Void) async throws {
    let connection = HTTP1Channel.Configuration(
      idleTimeout: .milliseconds(configuration.patience.milliseconds),
      httpDecoderConfiguration: .init(
        maxHeaderFieldSize: 16 * 1024, maxHeaderListSize: 64 * 1024, maxHeaderFieldCount: 100))
    let application = Application(
      responder: Responder(dispatcher: dispatcher),
      server: HTTPServerBuilder { respond in
        HTTP1Channel(
          responder: { request, writer, channel in
            // RFC 9110 §10.1.1: the client waits for this answer before sending the body. curl waits one second, for
            // bodies of 1 MB or more.
            if request.headers[.expect]?.lowercased() == "100-continue" {
              try await writer.writeInformationalHead(HTTPResponse(status: .continue))
            }
            try await respond(request, writer, channel)
          }, configuration: connection)
      },
      configuration: ApplicationConfiguration(
        address: .hostname(configuration.host, port: configuration.port),
        // Exceeding the process's limit on open files would end the server.
        availableConnectionsDelegate: MaximumAvailableConnections(
          configuration.connections, logger: Self.silence)),
      onServerRunning: { channel in await onReady(channel.localAddress?.port ?? 0) },
      logger: Self.silence)
    do { try await application.run() } catch let error as IOError {
      throw SystemError(error.errnoCode)
    } catch is CancellationError {}
  }

  /// A logger that discards everything, because the emulator has its own log.
  private static let silence = Logger(label: "emulator", factory: { _ in SwiftLogNoOpLogHandler() })
}
