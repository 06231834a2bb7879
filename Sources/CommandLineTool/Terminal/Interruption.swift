import Dispatch
import Synchronization
import SystemCalls

/// Handling of Ctrl-C, SIGTERM and the terminal's end: the first signal stops the run at its next batch boundary, the
/// second immediately.
package enum Interruption {
  private static let isPrompting = Mutex(false)

  /// Runs code that waits for the user. A signal then ends the program immediately, since no write is in progress.
  static func whilePrompting<Answer>(_ body: () -> Answer) -> Answer {
    isPrompting.withLock { $0 = true }
    defer { isPrompting.withLock { $0 = false } }
    return body()
  }

  /// Runs `body` in a task that the first signal cancels.
  package static func cancellingOnSignals(_ body: @escaping @Sendable () async -> Void) async {
    let run = Task { await body() }
    let sources = [Signal.interrupt, .terminate, .hangUp].compactMap { signal -> (any DispatchSourceSignal)? in
      // Programs that `nohup` starts survive their terminal.
      if CurrentProcess.ignore(signal), signal == .hangUp { return nil }
      let source = DispatchSource.makeSignalSource(signal: signal.rawValue, queue: .global())
      source.setEventHandler {
        if run.isCancelled || isPrompting.withLock({ $0 }) { CurrentProcess.exitAtOnce(128 + signal.rawValue) }
        // The note precedes the final report, but a blocked stream must not delay cancellation.
        let note = DispatchGroup()
        DispatchQueue.global().async(group: note) {
          Terminal.standardError.write("\nstopping after the current batch; press Ctrl-C again to stop immediately\n")
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
