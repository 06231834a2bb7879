/// Detects cursors that repeat, which would make paging endless.
package struct PageWalk: Sendable {
  private var visited: Set<Cursor> = []

  /// Creates a walk that has not visited a cursor.
  package init() {}

  /// Advances to the page at a cursor.
  /// - Throws: `.malformedReply` for a cursor that was already visited.
  package mutating func advance(to cursor: Cursor) throws(RecordStoreError) {
    guard visited.insert(cursor).inserted else {
      throw .malformedReply(reason: "the answer's continuation marker does not move on")
    }
  }
}
