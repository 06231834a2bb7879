import ArgumentParser
import CloudKitWebServices
import Foundation

extension ContainerAddress.Environment: ExpressibleByArgument {}

/// What the environment says of CloudKit, by the names its tools share.
enum CloudKitVariables {
  /// A variable's value; `nil` where it is not set, or empty.
  static func value(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Which of a container's environments is meant; development unless somebody says otherwise.
  static func environment(_ option: ContainerAddress.Environment?) throws -> ContainerAddress.Environment {
    if let option { return option }
    guard let name = value("CLOUDKIT_ENVIRONMENT") else { return .development }
    guard let environment = ContainerAddress.Environment(rawValue: name) else {
      throw ValidationError("CLOUDKIT_ENVIRONMENT is '\(name)'; it is development or production")
    }
    return environment
  }
}
