package import CloudKitSchema
import Diagnostics

/// A search for likely renames among the removed and added declarations.
///
/// The cost is the product of both counts, so the search has limits: unrelated files have no renames, and in thousands
/// of record types not all renamed fields are found.
struct RenameSearch {
  private static let maximumPairs = 4096
  private static let maximumComparisons = 200_000
  private static let minimumFieldScore = 0.6
  private static let minimumSharedFields = 0.6

  private var renames: [LikelyRename] = []
  private var comparisonsLeft = Self.maximumComparisons

  /// Returns the likely renames among changes: record types first, then fields.
  static func renames(in changes: [SchemaChange]) -> [LikelyRename] {
    var search = RenameSearch()
    search.pairRecordTypes(changes)
    var start = 0
    while start < changes.count {
      var end = start + 1
      while end < changes.count, changes[end].recordType == changes[start].recordType { end += 1 }
      search.pairFields(changes[start..<end])
      start = end
    }
    return search.renames
  }

  private mutating func pairRecordTypes(_ changes: [SchemaChange]) {
    let removed = changes.compactMap { if case .recordTypeRemoved(let type) = $0 { type } else { nil } }
    let added = changes.compactMap { if case .recordTypeAdded(let type) = $0 { type } else { nil } }
    func fieldCount(_ types: [RecordType]) -> Int { types.reduce(0) { $0 + $1.fields.count } }
    let cost = added.count * fieldCount(removed) + removed.count * fieldCount(added)
    guard cost <= Self.maximumComparisons else { return }
    let old = removed.map(Self.ownFields)
    let new = added.map(Self.ownFields)
    let pairs = Self.best(removed.count, added.count, minimumScore: Self.minimumSharedFields) { before, after in
      let shared = old[before].intersection(new[after]).count
      return shared < 2 ? 0 : Double(shared) / Double(old[before].count + new[after].count - shared)
    }
    renames += pairs.map { .recordType(from: removed[$0.old].name, to: added[$0.new].name) }
  }

  private mutating func pairFields(_ changes: ArraySlice<SchemaChange>) {
    let removed = changes.compactMap { if case .fieldRemoved(let field, _) = $0 { field } else { nil } }
    let added = changes.compactMap { if case .fieldAdded(let field, _) = $0 { field } else { nil } }
    let cost = removed.count * added.count
    guard let owner = changes.first?.recordType, cost <= Self.maximumPairs else { return }
    // After the limit, no later record type is searched, however small.
    comparisonsLeft = cost <= comparisonsLeft ? comparisonsLeft - cost : 0
    guard comparisonsLeft > 0 else { return }
    let pairs = Self.best(removed.count, added.count, minimumScore: Self.minimumFieldScore) { before, after in
      guard removed[before].type == added[after].type else { return 0 }
      let bonus = removed[before].indexes == added[after].indexes ? 0.2 : 0
      return NameSimilarity.score(removed[before].name, added[after].name) + bonus
    }
    renames += pairs.map { .field(removed[$0.old], to: added[$0.new], of: owner) }
  }

  /// Returns the fields of a record type without the system fields, which every type has.
  private static func ownFields(_ type: RecordType) -> Set<String> {
    Set(type.fields.lazy.filter { SystemField(rawValue: $0.name) == nil }.map { "\($0.name) \($0.type)" })
  }

  /// Returns the pairs with the best scores, in the order of the new side; no element is in two pairs.
  private static func best(
    _ oldCount: Int, _ newCount: Int, minimumScore: Double, score: (_ old: Int, _ new: Int) -> Double
  ) -> [(old: Int, new: Int)] {
    guard oldCount * newCount <= maximumPairs else { return [] }
    let candidates = (0..<oldCount).flatMap { old in
      (0..<newCount).map { new in (score: score(old, new), old: old, new: new) }.filter { $0.score >= minimumScore }
    }
    var oldByNew: [Int: Int] = [:]
    for candidate in candidates.sorted(by: { (-$0.score, $0.new, $0.old) < (-$1.score, $1.new, $1.old) })
    where oldByNew[candidate.new] == nil && !oldByNew.values.contains(candidate.old) {
      oldByNew[candidate.new] = candidate.old
    }
    return oldByNew.map { (old: $0.value, new: $0.key) }.sorted { $0.new < $1.new }
  }
}

/// A removed and an added declaration that are probably a rename, which CloudKit does not support.
package enum LikelyRename: Hashable, Sendable {
  case recordType(from: RecordType.Name, to: RecordType.Name)
  case field(Field, to: Field, of: RecordType.Name)

  /// The record type, with its new name if the type itself is renamed.
  package var recordType: RecordType.Name {
    switch self {
    case .recordType(_, let new): new
    case .field(_, _, let type): type
    }
  }
}

extension LikelyRename: CustomStringConvertible {
  /// The rename on one line, such as `Feed.pubDate → Feed.publishedDate`.
  package var description: String {
    switch self {
    case .recordType(let old, let new): "\(old) → \(new)"
    case .field(let old, let new, let type): "\(type).\(old.name) → \(type).\(new.name)"
    }
  }
}

/// The similarity of field names.
enum NameSimilarity {
  /// Maximum bytes of a name to compare by words; longer names are only compared for equality.
  private static let maximumLength = 64

  /// Returns the share of letters in words that both names have: 1 for a spelling variant, 0 for nothing in common.
  ///
  /// `pub` and `published` count as the same word, because renames often spell out abbreviations.
  static func score(_ old: String, _ new: String) -> Double {
    guard old.utf8.count <= maximumLength, new.utf8.count <= maximumLength else { return old == new ? 1 : 0 }
    if Suggestion.nearest(to: old, among: CollectionOfOne(new)) != nil { return 1 }
    var rest = words(new)
    let total = old.utf8.count + new.utf8.count
    guard total > 0 else { return 0 }
    var common = 0
    for word in words(old) {
      guard let match = rest.firstIndex(where: { isSame(word, $0) }) else { continue }
      common += word.count + rest.remove(at: match).count
    }
    return Double(common) / Double(total)
  }

  private static func isSame(_ lhs: [UInt8], _ rhs: [UInt8]) -> Bool {
    let (short, long) = lhs.count < rhs.count ? (lhs, rhs) : (rhs, lhs)
    return lhs == rhs || short.count >= 3 && long.starts(with: short)
  }

  /// Returns the words of a name: `feed`, `url`, and `old` for `feedURL_old`.
  private static func words(_ name: String) -> [[UInt8]] {
    var words: [[UInt8]] = [[]]
    var wasUpper = true
    for byte in name.utf8 {
      let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      if byte == UInt8(ascii: "_") || isUpper && !wasUpper { words.append([]) }
      if byte != UInt8(ascii: "_") { words[words.count - 1].append(isUpper ? byte | 0x20 : byte) }
      wasUpper = isUpper
    }
    return words.filter { !$0.isEmpty }
  }
}
