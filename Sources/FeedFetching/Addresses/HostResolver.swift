import FeedProbes
import Foundation
import NIOPosix

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

  private static func ask(for host: String) throws -> [IPAddress] {
    var answers: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, nil, nil, &answers)
    defer { if let answers { freeaddrinfo(answers) } }
    guard code == 0 else {
      // -5 is EAI_NODATA, which glibc hides: the name is there and has no address.
      let isFinal = code == EAI_NONAME || code == -5
      let reason = isFinal ? "no such host" : String(cString: gai_strerror(code)).lowercased()
      throw FetchFailure.dns(reason: reason, isTemporary: !isFinal)
    }
    var addresses: [IPAddress] = []
    var answer = answers
    while let current = answer {
      if let address = current.pointee.ai_addr.flatMap({ IPAddress(UnsafePointer($0)) }), !addresses.contains(address) {
        addresses.append(address)
      }
      answer = current.pointee.ai_next
    }
    if addresses.isEmpty { throw FetchFailure.dns(reason: "the host has no address", isTemporary: false) }
    return addresses
  }
}
