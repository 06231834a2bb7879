import Foundation
import Hummingbird
import NIOCore

/// The connection that a request arrived on.
struct ConnectionContext: InitializableFromSource {
  let channel: any Channel

  init(source: ApplicationRequestContextSource) { channel = source.channel }

  /// Resets the connection. The client sees `ECONNRESET`, as after a server crash.
  func reset() async throws {
    // Without lingering, closing discards unsent data and sends a reset.
    if let socket = channel as? any SocketOptionProvider {
      try await socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
    }
    try await channel.close()
  }
}
