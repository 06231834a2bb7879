package import CloudKitWire

package struct ContainerAddress: Hashable, Sendable {
  /// The base URL of Apple's server.
  package static let apple = "https://api.apple-cloudkit.com"

  package let container: String
  package let environment: ContainerEnvironment
  /// The server's base URL, without a final slash.
  package let host: String

  /// Creates the address of a container on a server.
  /// - Parameter baseURL: scheme, host and optional port, without a final slash.
  package init(container: String, environment: ContainerEnvironment, baseURL: String = apple) {
    self.container = container
    self.environment = environment
    host = baseURL.hasSuffix("/") ? String(baseURL.dropLast()) : baseURL
  }

  /// Returns the path of an operation. Signatures cover the path but not the host.
  func path(_ operation: String) -> String {
    "/database/1/\(container)/\(environment.rawValue)/public/\(operation)"
  }

  func url(_ path: String) -> String { host + path }
}
