import FeedProbes
import NIOPosix
import SystemCalls

/// Asks the system for the addresses of hosts, on threads of its own: the system's answer may take half a minute.
struct HostResolver: Sendable {
  private let threads: NIOThreadPool

  init(threads count: Int) {
    threads = NIOThreadPool(numberOfThreads: count)
    threads.start()
  }

  func shutdown() async { try? await threads.shutdownGracefully() }

  /// The addresses of a host; a literal address is its own.
  func addresses(of host: String) async throws(FetchFailure) -> [IPAddress] {
    if let literal = IPAddress(host) { return [literal] }
    do {
      return try await threads.runIfActive { try Self.ask(for: host) }
    } catch let failure as FetchFailure {
      throw failure
    } catch {
      throw .stopped
    }
  }

  private static func ask(for host: String) throws(FetchFailure) -> [IPAddress] {
    do {
      let addresses = try HostLookup.addresses(of: host).compactMap { IPAddress(bytes: $0) }
      if !addresses.isEmpty { return addresses }
    } catch {
      throw .dns(reason: error.reason, isTemporary: error.isTemporary)
    }
    throw .dns(reason: "the host has no address", isTemporary: false)
  }
}
