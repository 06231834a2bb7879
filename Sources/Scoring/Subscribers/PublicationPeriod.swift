package import CloudKitRecords

/// A stretch of time in which a count is published once: a day, unless somebody says otherwise. Later ones are greater as
/// texts, as `2026-11-21`, `2026-W47` and `2026-11` are.
package enum PublicationPeriod {
  /// The day of a moment, in UTC.
  package static func day(of moment: Timestamp) -> String { String(moment.description.prefix(10)) }

  /// Whether a text can be one: up to 32 letters, digits, '-', '.' and '_'.
  package static func isValid(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 32
      && text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || [0x2D, 0x2E, 0x5F].contains(byte)
      }
  }
}
