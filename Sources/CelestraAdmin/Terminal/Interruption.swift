import Dispatch
import Synchronization
import SystemCalls

/// Ctrl-C and SIGTERM: the first stops the run at its next batch boundary, the second at once.
enum Interruption {
  private static let isAsking = Mutex(false)

  /// Runs what waits for a person. A signal ends the program then: nothing is under way.
  static func whileAsking<Answer>(_ body: () -> Answer) -> Answer {
    isAsking.withLock { $0 = true }
    defer { isAsking.withLock { $0 = false } }
    return body()
  }

  /// Runs `body` in a task that the first signal cancels.
  static func cancellingOnSignals(_ body: @escaping @Sendable () async -> Void) async {
    // A reader that goes away is an error of `write`, not the end of the process.
    CurrentProcess.ignore(.brokenPipe)
    let run = Task { await body() }
    let sources = [Signal.interrupt, .terminate].map { signal in
      CurrentProcess.ignore(signal)
      let source = DispatchSource.makeSignalSource(signal: signal.rawValue, queue: .global())
      source.setEventHandler {
        if run.isCancelled || isAsking.withLock({ $0 }) { CurrentProcess.exitAtOnce(128 + signal.rawValue) }
        // It stands before what the run says last, but who does not read holds up no end.
        let note = DispatchGroup()
        DispatchQueue.global().async(group: note) {
          Terminal.standardError.write("\nstopping when what is under way has ended; once more to stop at once\n")
        }
        _ = note.wait(timeout: .now() + .milliseconds(100))
        run.cancel()
      }
      source.activate()
      return source
    }
    await run.value
    for source in sources { source.cancel() }
  }
}
