import Synchronization
import SystemCalls
import Testing

@Suite("The lock of a file")
struct FileLockTests {
  private final class Counts: Sendable {
    let holders = Atomic(0)
    let shared = Atomic(0)
    let taken = Atomic(0)
  }

  @Test("never has two holders, although each removes the file when it ends")
  func exclusion() async throws {
    try await withFolder { folder in
      let counts = Counts()
      // A holder may end between another's opening the file and locking it: the lock of the removed file is then free.
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<4 {
          group.addTask {
            for _ in 0..<5000 {
              guard let lock = try? FileLock(folder + "/lock") else { continue }
              let holders = counts.holders.add(1, ordering: .relaxed).newValue
              if holders > 1 { counts.shared.add(1, ordering: .relaxed) }
              counts.taken.add(1, ordering: .relaxed)
              await Task.yield()
              counts.holders.subtract(1, ordering: .relaxed)
              withExtendedLifetime(lock) {}
            }
          }
        }
      }
      #expect(counts.taken.load(ordering: .relaxed) > 0)
      #expect(counts.shared.load(ordering: .relaxed) == 0)
    }
  }
}
