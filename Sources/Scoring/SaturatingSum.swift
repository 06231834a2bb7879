extension Sequence<Int> {
  /// The sum, or the maximum integer on overflow: a file may contain arbitrarily large counts.
  package var saturatingSum: Int {
    reduce(0) { sum, next in
      let result = sum.addingReportingOverflow(next)
      return result.overflow ? (next > 0 ? .max : .min) : result.partialValue
    }
  }
}
