import GRDB
import Synchronization

/// Which pages' statements stay prepared: a catalogue is read by thousands of pages of a few shapes, and parsing them was a
/// tenth of a report's time (profiled 2026-11).
///
/// The first hundred texts stay, so that whoever sends other queries for ever does not fill the memory.
final class PreparedPages: Sendable {
  private let texts = Mutex<Set<String>>([])

  /// The statement of a text, kept for the next time if there is room.
  func statement(_ sql: String, in database: Database) throws -> PreparedStatement {
    let isKept = texts.withLock { texts in
      texts.contains(sql) || (texts.count < 100 && texts.insert(sql).inserted)
    }
    return isKept ? try PreparedStatement(sql, in: database) : try PreparedStatement(once: sql, in: database)
  }
}
