/// Detects cursors that repeat, which would make paging endless.
package struct PageWalk: Sendable {
  private var visited: Set<Cursor> = []

  /// A walk that has not begun.
  package init() {}

  /// Goes on to the page a cursor names.
  /// - Throws: `.malformedReply` for a cursor that was visited before.
  package mutating func advance(to cursor: Cursor) throws(RecordStoreError) {
    guard visited.insert(cursor).inserted else {
      throw .malformedReply(reason: "the answer's continuation marker does not move on")
    }
  }
}
