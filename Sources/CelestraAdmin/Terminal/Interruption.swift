import Dispatch
import Foundation

/// Ctrl-C and SIGTERM: the first stops the run at its next batch boundary, the second at once.
enum Interruption {
  /// Runs `body` in a task that the first signal cancels.
  static func cancellingOnSignals(_ body: @escaping @Sendable () async -> Void) async {
    // A reader that goes away is an error of `write`, not the end of the process.
    signal(SIGPIPE, SIG_IGN)
    let run = Task { await body() }
    let sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        if run.isCancelled { _exit(128 + number) }
        Terminal.standardError.write("\nstopping when what is under way has ended; once more to stop at once\n")
        run.cancel()
      }
      source.activate()
      return source
    }
    await run.value
    for source in sources { source.cancel() }
  }
}
