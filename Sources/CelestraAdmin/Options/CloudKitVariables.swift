import ArgumentParser
import CloudKitWebServices
import CloudKitWire
import Foundation

extension ContainerEnvironment: ExpressibleByArgument {}

/// The environment variables that CloudKit tools share.
enum CloudKitVariables {
  @TaskLocal static var all = ProcessInfo.processInfo.environment

  /// Returns the value of a variable, or `nil` if it is unset or empty.
  static func value(_ name: String) -> String? { all[name].flatMap { $0.isEmpty ? nil : $0 } }

  /// Returns the environment from the option or the variable; development by default.
  static func environment(_ option: ContainerEnvironment?) throws -> ContainerEnvironment {
    if let option { return option }
    guard let name = value("CLOUDKIT_ENVIRONMENT") else { return .development }
    guard let environment = ContainerEnvironment(rawValue: name) else {
      throw ValidationError("CLOUDKIT_ENVIRONMENT must be development or production, not '\(name)'")
    }
    return environment
  }
}
