package import CloudKitRecords

/// Period in which a count is published once: a day by default. Later periods sort after earlier ones as text, as
/// `2026-11-21`, `2026-W47` and `2026-11` do.
package enum PublicationPeriod {
  /// Returns the day of a timestamp, in UTC.
  package static func day(of moment: Timestamp) -> String { String(moment.description.prefix(10)) }

  /// Returns whether a text is a valid period: up to 32 letters, digits, '-', '.' and '_'.
  package static func isValid(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 32
      && text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || [0x2D, 0x2E, 0x5F].contains(byte)
      }
  }
}
