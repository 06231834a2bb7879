/// An environment of a container.
package enum ContainerEnvironment: String, CaseIterable, Sendable {
  case development, production
}
