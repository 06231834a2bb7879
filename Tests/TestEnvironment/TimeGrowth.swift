import SystemCalls

/// The growth of the processor time of a function with the size of its input, which does not depend on the machine's speed
/// or load.
package enum TimeGrowth {
  /// Whether a function's time for eight times an input is far below 64 times, which quadratic work needs.
  ///
  /// - Parameters:
  ///   - size: the larger size.
  ///   - work: the function, which runs on the calling thread.
  package static func isLinear(upTo size: Int, _ work: (Int) -> Void) -> Bool {
    // Only a busy cache can distort processor time, and only upwards.
    (0..<3).contains { _ in
      let small = time { work(size / 8) }
      return time { work(size) } < 32 * max(small, 0.000_1)
    }
  }

  private static func time(_ work: () -> Void) -> Double {
    let start = CurrentProcess.threadSeconds
    work()
    return CurrentProcess.threadSeconds - start
  }
}
