import Diagnostics
import Subprocess

package enum ChildProgram {
  /// Maximum bytes of output. A program that writes more is stopped.
  private static let outputLimit = 512 << 20

  package struct Ended {
    package let status: Int32
    /// The bytes on standard output.
    package let output: [UInt8]
    /// The text on standard error.
    package let errors: String

    fileprivate init(_ status: TerminationStatus, _ output: [UInt8], _ errors: String) {
      self.status =
        switch status {
        case .exited(let code): code
        case .signaled(let signal): 128 + signal
        }
      self.output = output
      self.errors = errors
    }
  }

  /// The end of a program that was interrupted or took too long.
  struct Stopped: Error, CustomStringConvertible {
    let description: String
  }

  /// Runs a program in the current folder and waits until it exits.
  ///
  /// The program gets a session of its own, so that the programs it starts end with it. Cancellation ends it.
  /// - Parameter limit: The maximum duration in seconds, after which the program is stopped. By default long, because
  ///   even git takes a minute on a busy machine.
  /// - Returns: The result; `nil` if no program of this name is on the `PATH`.
  /// - Throws: `CommandFailure` if the program cannot start; `Stopped` if it is stopped.
  package static func run(_ name: String, _ arguments: [String], limit: Double = 600) async throws -> Ended? {
    var options = PlatformOptions()
    options.createSession = true
    options.teardownSequence = [.gracefulShutDown(toProcessGroup: true, allowedDurationToNextStep: .seconds(2))]
    let seconds = limit == limit.rounded() ? Int(limit).of("second") : "\(limit) seconds"
    let commandLine = ([name] + arguments.prefix(2)).joined(separator: " ")
    do {
      try Task.checkCancellation()
      return try await withThrowingTaskGroup(of: Ended?.self) { [options] group in
        group.addTask {
          let result = try await Subprocess.run(
            .name(name), arguments: Arguments(arguments), platformOptions: options, output: .bytes(limit: outputLimit),
            error: .string(limit: outputLimit))
          try Task.checkCancellation()
          return Ended(result.terminationStatus, result.standardOutput, result.standardError)
        }
        group.addTask {
          try await Task.sleep(for: .seconds(limit))
          throw Stopped(description: "stopped '\(commandLine)', which did not finish within \(seconds)")
        }
        defer { group.cancelAll() }
        return try await group.next() ?? nil
      }
    } catch let error as SubprocessError where error.code == .executableNotFound {
      return nil
    } catch let error as SubprocessError {
      throw CommandFailure("cannot run \(name): \(DisplayText.line(error.description))")
    } catch is CancellationError {
      throw Stopped(description: "stopped '\(commandLine)'")
    }
  }
}
