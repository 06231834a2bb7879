/// The address of a container's public database.
package struct ContainerAddress: Hashable, Sendable {
  /// A CloudKit environment of a container.
  package enum Environment: String, CaseIterable, Sendable {
    case development, production
  }

  /// The base URL of Apple's server.
  package static let apple = "https://api.apple-cloudkit.com"

  /// The container's ID, `iCloud.…`.
  package let container: String
  /// The container's environment.
  package let environment: Environment
  /// The server's base URL, without a final slash.
  package let host: String

  /// Creates the address of a container on a server.
  /// - Parameter baseURL: scheme, host and optional port, without a final slash.
  package init(container: String, environment: Environment, baseURL: String = apple) {
    self.container = container
    self.environment = environment
    host = baseURL.hasSuffix("/") ? String(baseURL.dropLast()) : baseURL
  }

  /// Returns the path of an operation. Signatures cover the path but not the host.
  func path(_ operation: String) -> String {
    "/database/1/\(container)/\(environment.rawValue)/public/\(operation)"
  }

  /// Returns the URL of a path.
  func url(_ path: String) -> String { host + path }
}
