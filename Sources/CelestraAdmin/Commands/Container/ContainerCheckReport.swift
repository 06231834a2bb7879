import CloudKitWebServices

/// The results of checking a container.
struct ContainerCheckReport: Report {
  let command = "container check"
  let container: String
  let environment: ContainerAddress.Environment
  let items: [CheckedItem]

  /// Creates a report of the results of a check.
  init(container: String, environment: ContainerAddress.Environment, checked: [ContainerCheck.Finding]) {
    self.container = container
    self.environment = environment
    items = checked.map {
      let state: CheckedItem.State =
        switch $0.state {
        case .works: .works
        case .fails: .fails
        case .unknown: .unknown
        }
      return CheckedItem($0.subject.rawValue, state, $0.text, $0.advice)
    }
  }

  var summary: EncodableObject {
    [
      "container": container, "environment": environment.rawValue, "works": items.count(.works),
      "fails": items.count(.fails), "unknown": items.count(.unknown),
    ]
  }

  func text(_ style: Style) -> String { items.text(style) }
}
