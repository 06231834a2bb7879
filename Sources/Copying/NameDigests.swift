package import CloudKitRecords

/// A set of record names that keeps 16 bytes per name, so that it holds a million names.
///
/// Names with equal digests count as one name. This is improbable, and only keeps a record that could be deleted.
package struct NameDigests: Sendable {
  private struct Digest: Hashable {
    let low, high: Int
  }

  private var digests: Set<Digest> = []

  /// Creates an empty set.
  package init() {}

  /// The number of names.
  package var count: Int { digests.count }

  /// Adds a name.
  /// - Returns: whether the name is new.
  @discardableResult
  package mutating func insert(_ name: RecordName) -> Bool { digests.insert(Self.digest(name)).inserted }

  /// Returns whether the set contains a name.
  package func contains(_ name: RecordName) -> Bool { digests.contains(Self.digest(name)) }

  private static func digest(_ name: RecordName) -> Digest {
    var hasher = Hasher()
    hasher.combine(name)
    let low = hasher.finalize()
    hasher = Hasher()
    hasher.combine(name)
    hasher.combine(low)
    return Digest(low: low, high: hasher.finalize())
  }
}
