package import CloudKitWire

package struct ContainerAddress: Hashable, Sendable {
  package static let apple = "https://api.apple-cloudkit.com"

  package let container: String
  package let environment: ContainerEnvironment
  /// The server's base URL, without a final slash.
  package let host: String

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
