import FeedHealth
import NIOPosix
import SystemCalls

/// A resolver of host names on threads of its own, because a system lookup may take 30 seconds.
struct HostResolver: Sendable {
  /// The threads of all resolvers, which start with the first lookup and end with the process: where a process may not
  /// have more of them, SwiftNIO stops it.
  private static let threads: NIOThreadPool = {
    let threads = NIOThreadPool(numberOfThreads: 32)
    threads.start()
    return threads
  }()

  private let hosts: [String: String]

  init(hosts: [String: String]) { self.hosts = hosts }

  /// A literal address resolves to itself.
  func addresses(of host: String) async throws(FetchFailure) -> [IPAddress] {
    if let literal = IPAddress(hosts[host] ?? host) { return [literal] }
    do {
      return try await Self.threads.runIfActive { try Self.ask(for: host) }
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
