/// Where a container's public database is.
package struct ContainerAddress: Hashable, Sendable {
  /// One of a container's two environments.
  package enum Environment: String, CaseIterable, Sendable {
    case development, production
  }

  /// Apple's server.
  package static let apple = "https://api.apple-cloudkit.com"

  /// The container's id, `iCloud.…`.
  package let container: String
  /// Which of its environments.
  package let environment: Environment
  private let baseURL: String

  /// The address of a container on a server.
  /// - Parameter baseURL: scheme and host, with a port maybe, without a final slash.
  package init(container: String, environment: Environment, baseURL: String = apple) {
    self.container = container
    self.environment = environment
    self.baseURL = baseURL.hasSuffix("/") ? String(baseURL.dropLast()) : baseURL
  }

  /// The path of an operation, which is what a signature covers: the host is not signed.
  func path(_ operation: String) -> String {
    "/database/1/\(container)/\(environment.rawValue)/public/\(operation)"
  }

  /// The address of a path.
  func url(_ path: String) -> String { baseURL + path }

  /// The server as people know it.
  package var host: String { baseURL }
}
