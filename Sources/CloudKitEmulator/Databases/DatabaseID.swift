package import CloudKitWire

/// The identifier of a public database: a container and one of its environments.
package struct DatabaseID: Hashable, Sendable, CustomStringConvertible {
  package let container: String
  package let environment: ContainerEnvironment

  package init(container: String, environment: ContainerEnvironment) {
    self.container = container
    self.environment = environment
  }

  package var description: String { "\(container)/\(environment.rawValue)" }
}
