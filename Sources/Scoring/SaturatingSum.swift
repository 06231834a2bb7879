extension Sequence<Int> {
  /// The sum; the greatest number where it is beyond that: a file may claim any counts.
  package var saturatingSum: Int {
    reduce(0) { sum, next in
      let result = sum.addingReportingOverflow(next)
      return result.overflow ? (next > 0 ? .max : .min) : result.partialValue
    }
  }
}
