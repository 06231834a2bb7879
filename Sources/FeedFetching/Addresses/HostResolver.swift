import FeedHealth
import NIOPosix
import SystemCalls

/// A resolver of host names on its own threads, because a system lookup may take 30 seconds.
struct HostResolver: Sendable {
  private let threads: NIOThreadPool
  private let hosts: [String: String]

  init(threads count: Int, hosts: [String: String]) {
    self.hosts = hosts
    threads = NIOThreadPool(numberOfThreads: count)
    threads.start()
  }

  func shutdown() async { try? await threads.shutdownGracefully() }

  /// Returns the addresses of a host. A literal address resolves to itself.
  func addresses(of host: String) async throws(FetchFailure) -> [IPAddress] {
    if let literal = IPAddress(hosts[host] ?? host) { return [literal] }
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
      let addresses = try HostLookup.addresses(of: host).map(IPAddress.init(bytes:))
      if !addresses.isEmpty { return addresses }
    } catch {
      throw .dns(reason: error.reason, isTemporary: error.isTemporary)
    }
    throw .dns(reason: "the host has no address", isTemporary: false)
  }
}
