package import CloudKitRecords

/// A set of record names that keeps 16 bytes per name, so that it holds a million names.
///
/// Names with equal digests count as one name. This is improbable, and only keeps a record that could be deleted.
package struct NameDigests: Sendable {
  private struct Digest: Hashable {
    let low, high: Int
  }

  /// The digests by their last bits, each list sorted. A million names take 17 MB; a `Set` takes 33 MB, and 50 MB while it
  /// grows (measured 2026-11).
  private var lists: [[Digest]] = Array(repeating: [], count: 1024)
  /// The number of names.
  package private(set) var count = 0

  /// Creates an empty set.
  package init() {}

  /// Adds a name.
  /// - Returns: whether the name is new.
  @discardableResult
  package mutating func insert(_ name: RecordName) -> Bool {
    let digest = Self.digest(name)
    let (list, place, isFound) = find(digest)
    if isFound { return false }
    lists[list].insert(digest, at: place)
    count += 1
    return true
  }

  /// Returns whether the set contains a name.
  package func contains(_ name: RecordName) -> Bool { find(Self.digest(name)).isFound }

  /// Returns the place of a digest, or the place to insert it.
  private func find(_ digest: Digest) -> (list: Int, place: Int, isFound: Bool) {
    let index = digest.low & (lists.count - 1)
    let list = lists[index]
    var (start, end) = (0, list.count)
    while start < end {
      let middle = (start + end) / 2
      if (list[middle].high, list[middle].low) < (digest.high, digest.low) { start = middle + 1 } else { end = middle }
    }
    return (index, start, start < list.count && list[start] == digest)
  }

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
