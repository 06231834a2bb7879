/// Which public database: a container and one of its environments.
package struct DatabaseID: Hashable, Sendable, CustomStringConvertible {
  /// The environments every container has.
  package enum Environment: String, CaseIterable, Sendable {
    case development, production
  }

  /// The container's id, `iCloud.…`.
  package let container: String
  /// Its environment.
  package let environment: Environment

  /// A database of a container.
  package init(container: String, environment: Environment) {
    self.container = container
    self.environment = environment
  }

  package var description: String { "\(container)/\(environment.rawValue)" }
}
