import CloudKitRecords
import Synchronization
import Testing

@Suite("Limits of requests")
struct RecordLimitsTests {
  @Test("the pages of a list hold all elements in order", arguments: [0, 1, 200, 201, 450])
  func pages(count: Int) {
    let pages = Array(0..<count).recordPages
    #expect(pages.flatMap(\.self) == Array(0..<count))
    #expect(pages.allSatisfy { !$0.isEmpty && $0.count <= 200 } && pages.dropLast().allSatisfy { $0.count == 200 })
  }
}

@Suite("Several transformations at once")
struct ConcurrencyTests {
  private struct Refused: Error, Equatable { let number: Int }

  @Test("all results come in the order of the elements, and no more run at once than allowed", arguments: [1, 3, 8])
  func results(width: Int) async throws {
    let running = Mutex((now: 0, most: 0))
    let values = try await Array(0..<50).mapped(atOnce: width) { number async throws(Refused) -> Int in
      running.withLock {
        $0.now += 1
        $0.most = max($0.most, $0.now)
      }
      for _ in 0..<(50 - number) { await Task.yield() }
      running.withLock { $0.now -= 1 }
      return number * 2
    }
    #expect(values == (0..<50).map { $0 * 2 })
    #expect((1...width).contains(running.withLock { $0.most }))
  }

  @Test("after a failure, nothing else starts")
  func failure() async {
    let started = Mutex<Set<Int>>([])
    let results = await Array(0..<50).results(atOnce: 1) { number -> Result<Int, Refused> in
      _ = started.withLock { $0.insert(number) }
      return number == 5 ? .failure(Refused(number: number)) : .success(number)
    }
    #expect(started.withLock { $0 } == Set(0...5))
    #expect(results.count == 50 && results.indices.allSatisfy { (results[$0] != nil) == ($0 <= 5) })
  }

  @Test("the first failure in the order of the elements is thrown; no elements give no results")
  func throwing() async throws {
    await #expect(throws: Refused(number: 5)) {
      try await Array(0..<6).mapped(atOnce: 6) { number async throws(Refused) -> Int in
        if number >= 5 { throw Refused(number: number) }
        return number
      }
    }
    let none = try await [Int]().mapped(atOnce: 2) { number async throws(Refused) -> Int in number }
    #expect(none.isEmpty)
  }
}
