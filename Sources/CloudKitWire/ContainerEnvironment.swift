package enum ContainerEnvironment: String, CaseIterable, Sendable {
  case development, production
}
