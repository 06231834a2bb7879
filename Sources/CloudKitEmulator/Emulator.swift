package import CloudKitRecords
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

/// CloudKit Web Services' public database on this machine.
package struct Emulator: Sendable {
  private let configuration: EmulatorConfiguration
  private let dispatcher: RequestDispatcher

  /// - Parameters:
  ///   - now: the clock that requests' dates are held against.
  ///   - open: opens the store of a database the first time it is asked for.
  ///   - log: told of every request; it must not block.
  package init(
    _ configuration: EmulatorConfiguration, now: @escaping @Sendable () -> Timestamp, open: @escaping DatabaseOpening,
    log: @escaping @Sendable (LoggedRequest) -> Void = { _ in }
  ) {
    self.configuration = configuration
    dispatcher = RequestDispatcher(configuration, now: now, open: open, log: log)
  }

  /// Serves until the task is cancelled.
  /// - Parameter onReady: told the port, once requests are taken.
  /// - Throws: what the system says where the address or port cannot be had.
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
            // RFC 9110 §10.1.1: who asks waits for this with its body; curl does for a second, from 1 MB on.
            if request.headers[.expect]?.lowercased() == "100-continue" {
              try await writer.writeInformationalHead(HTTPResponse(status: .continue))
            }
            try await respond(request, writer, channel)
          }, configuration: connection)
      },
      configuration: ApplicationConfiguration(
        address: .hostname(configuration.host, port: configuration.port),
        // More than a process may have open would end the server.
        availableConnectionsDelegate: MaximumAvailableConnections(
          configuration.connections, logger: Self.silence)),
      onServerRunning: { channel in await onReady(channel.localAddress?.port ?? 0) },
      logger: Self.silence)
    do { try await application.run() } catch is CancellationError {}
  }

  /// The emulator has a log of its own.
  private static let silence = Logger(label: "emulator", factory: { _ in SwiftLogNoOpLogHandler() })
}
