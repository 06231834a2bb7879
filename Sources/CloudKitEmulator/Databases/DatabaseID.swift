/// The identifier of a public database: a container and one of its environments.
package struct DatabaseID: Hashable, Sendable, CustomStringConvertible {
  /// An environment of a container.
  package enum Environment: String, CaseIterable, Sendable {
    case development, production
  }

  /// The container's ID, `iCloud.…`.
  package let container: String
  /// The container's environment.
  package let environment: Environment

  /// Creates the identifier of a container's database.
  package init(container: String, environment: Environment) {
    self.container = container
    self.environment = environment
  }

  package var description: String { "\(container)/\(environment.rawValue)" }
}
