/// Sees to it that the pages of a query come to an end: a cursor that comes again would go round for ever.
///
/// Source: Brent, "An improved Monte Carlo factorization algorithm", 1980, section 3: any cycle is found within a few of its
/// lengths, with one cursor remembered.
package struct PageWalk: Sendable {
  private var remembered: Cursor?
  private var steps = 0
  private var stepsToTake = 1

  /// A walk that has not begun.
  package init() {}

  /// Goes on to the page a cursor names.
  /// - Throws: `.malformedReply` where it has been there.
  package mutating func advance(to cursor: Cursor) throws(RecordStoreError) {
    guard cursor != remembered else {
      throw .malformedReply(reason: "the answer's continuation marker does not move on")
    }
    steps += 1
    guard steps == stepsToTake else { return }
    remembered = cursor
    steps = 0
    stepsToTake *= 2
  }
}
