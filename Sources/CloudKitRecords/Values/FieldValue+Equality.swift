extension FieldValue {
  /// Whether two values are the same data: doubles bit for bit except that -0 equals 0, and text by Unicode scalars.
  ///
  /// `==` considers canonically equivalent texts equal, such as `é` and `e` with an accent, so a change from one to the
  /// other would be lost.
  package func isIdentical(to other: FieldValue) -> Bool {
    switch (self, other) {
    case (.string(let a), .string(let b)): a.isIdentical(to: b)
    case (.double(let a), .double(let b)): a.isIdentical(to: b)
    case (.reference(let a), .reference(let b)):
      a.action == b.action && a.recordName.rawValue.isIdentical(to: b.recordName.rawValue)
    case (.location(let a), .location(let b)):
      a.timestamp == b.timestamp && zip(a.numbers, b.numbers).allSatisfy(Self.areIdentical)
    // The receipt and the download URL differ with each answer.
    case (.asset(let a), .asset(let b)): a.fileChecksum == b.fileChecksum && a.size == b.size
    case (.list(let a), .list(let b)): a.count == b.count && zip(a, b).allSatisfy { $0.isIdentical(to: $1) }
    default: self == other
    }
  }

  private static func areIdentical(_ a: Double?, _ b: Double?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    return a.isIdentical(to: b)
  }
}

extension FieldValue {
  /// Whether values are the same. Whether CloudKit stores an empty list is unknown (2026-11), so it equals no value.
  static func isSame(_ value: FieldValue?, _ other: FieldValue?) -> Bool {
    let (value, other) = (value == .list([]) ? nil : value, other == .list([]) ? nil : other)
    guard let value, let other else { return value == nil && other == nil }
    return value.isIdentical(to: other)
  }
}

extension String {
  fileprivate func isIdentical(to other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension Double {
  fileprivate func isIdentical(to other: Double) -> Bool { self == other || bitPattern == other.bitPattern }
}

extension Location {
  var numbers: [Double?] {
    [latitude, longitude, altitude, horizontalAccuracy, verticalAccuracy, course, speed]
  }
}
