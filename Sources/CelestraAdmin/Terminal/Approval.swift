import CommandLineTool
import Diagnostics

/// What the options of a command confirm in advance.
struct Approval {
  var yes = false
  /// The container that `--confirm` names; `nil` without it, empty for a variable without a value.
  var container: String?

  /// The approval of a write that was confirmed before.
  static func given(for container: ContainerName) -> Approval { Approval(yes: true, container: container.location) }

  /// Returns whether a write needs no question.
  /// - Throws: `CommandFailure` if `--confirm` names another container.
  func covers(_ container: ContainerName) throws -> Bool {
    if let named = self.container, !named.isEmpty {
      guard named == container.location || named == container.name else {
        throw CommandFailure("--confirm must be \(container.name), not \(DisplayText.line(named))")
      }
      return true
    }
    // A variable that is left in a shell is not a decision.
    return yes && !container.isProductionByVariable
  }
}
