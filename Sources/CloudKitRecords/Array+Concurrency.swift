extension Array where Element: Sendable {
  /// Transforms the elements, several at once. After a failure, no further one is started.
  ///
  /// Its counters are plain numbers: in release builds by Swift 6.3.1, an iterator that a nested function captured
  /// started again at each call, or ended the program (2026-11).
  /// - Parameter width: The most transformations at once.
  /// - Returns: The results in the order of the elements; `nil` for elements that were not started.
  package func results<Value: Sendable, Failure: Error>(
    atOnce width: Int, _ transform: @escaping @Sendable (Element) async -> Result<Value, Failure>
  ) async -> [Result<Value, Failure>?] {
    await withTaskGroup(of: (index: Int, result: Result<Value, Failure>).self) { group in
      var results = [Result<Value, Failure>?](repeating: nil, count: count)
      var started = 0
      var running = 0
      var hasFailed = false
      while true {
        while !hasFailed, started < count, running < width {
          let (index, element) = (started, self[started])
          group.addTask { (index, await transform(element)) }
          started += 1
          running += 1
        }
        guard let (index, result) = await group.next() else { return results }
        running -= 1
        results[index] = result
        if case .failure = result { hasFailed = true }
      }
    }
  }

  /// Transforms the elements, several at once.
  /// - Throws: The first failure in the order of the elements. What has been started then is finished before.
  package func mapped<Value: Sendable, Failure: Error>(
    atOnce width: Int, _ transform: @escaping @Sendable (Element) async throws(Failure) -> Value
  ) async throws(Failure) -> [Value] {
    let results = await results(atOnce: width) { element -> Result<Value, Failure> in
      do throws(Failure) { return .success(try await transform(element)) } catch { return .failure(error) }
    }
    // Elements that were not started come after a failure.
    var values: [Value] = []
    for case let result? in results { values.append(try result.get()) }
    return values
  }
}
