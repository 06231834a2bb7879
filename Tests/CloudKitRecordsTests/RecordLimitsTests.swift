import CloudKitRecords
import Testing

@Suite("Limits of requests")
struct RecordLimitsTests {
  @Test("the pages of a list end, also for an iterator that a function captures")
  func pages() async {
    let names = Array(0..<450)
    let sizes = await withTaskGroup(of: Int.self) { group in
      var waiting = names.recordPages.makeIterator()
      var sizes: [Int] = []
      func add() {
        guard let page = waiting.next() else { return }
        group.addTask { page.count }
      }
      for _ in 0..<4 { add() }
      while sizes.count < 10, let size = await group.next() {
        sizes.append(size)
        add()
      }
      return sizes
    }
    #expect(sizes.sorted() == [50, 200, 200])
  }
}
