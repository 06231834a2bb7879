import Foundation
import Hummingbird
import NIOCore

/// The connection a request came by.
struct ConnectionContext: InitializableFromSource {
  let channel: any Channel

  init(source: ApplicationRequestContextSource) { channel = source.channel }

  /// Resets the connection: the client sees `ECONNRESET`, as when a server dies.
  func reset() async throws {
    // Without lingering a close discards what is unsent and says so.
    if let socket = channel as? any SocketOptionProvider {
      try await socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
    }
    try await channel.close()
  }
}
