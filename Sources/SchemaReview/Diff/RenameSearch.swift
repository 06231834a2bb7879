import CloudKitSchema

/// Pairs what went with what came.
///
/// Pairing costs the product of the two, so beyond a bound nothing is paired: two unrelated files have no renames, and
/// what thousands of record types have in renamed fields is not all looked for.
struct RenameSearch {
  private static let mostPairs = 4096
  private static let mostComparisons = 200_000
  private static let leastFieldScore = 0.6
  private static let leastShare = 0.6

  private var renames: [LikelyRename] = []
  /// How many fields may still be compared with another.
  private var comparisonsLeft = Self.mostComparisons

  /// The likely renames among changes, in the order of the things that came.
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
    var removed: [RecordType] = []
    var added: [RecordType] = []
    for change in changes {
      if case .recordTypeRemoved(let type) = change { removed.append(type) }
      if case .recordTypeAdded(let type) = change { added.append(type) }
    }
    let cost =
      added.count * removed.reduce(0) { $0 + $1.fields.count } + removed.count
      * added.reduce(0) { $0 + $1.fields.count }
    guard !removed.isEmpty, !added.isEmpty, cost <= Self.mostComparisons else { return }
    let old = removed.map(Self.ownFields)
    let new = added.map(Self.ownFields)
    let pairs = Self.best(removed.count, added.count, least: Self.leastShare) { before, after in
      let shared = old[before].intersection(new[after]).count
      return shared < 2 ? 0 : Double(shared) / Double(old[before].count + new[after].count - shared)
    }
    renames += pairs.map { .recordType(from: removed[$0.old].name, to: added[$0.new].name) }
  }

  private mutating func pairFields(_ changes: ArraySlice<SchemaChange>) {
    var removed: [Field] = []
    var added: [Field] = []
    var owner: RecordType.Name?
    for change in changes {
      if case .fieldRemoved(let field, let type) = change {
        owner = type
        removed.append(field)
      }
      if case .fieldAdded(let field, _) = change { added.append(field) }
    }
    let cost = removed.count * added.count
    guard let owner, cost <= Self.mostPairs else { return }
    // Once it is used up no later type is looked at, however small.
    comparisonsLeft = cost <= comparisonsLeft ? comparisonsLeft - cost : 0
    guard comparisonsLeft > 0 else { return }
    let pairs = Self.best(removed.count, added.count, least: Self.leastFieldScore) { before, after in
      guard removed[before].type == added[after].type else { return 0 }
      let bonus = removed[before].indexes == added[after].indexes ? 0.2 : 0
      return NameSimilarity.score(removed[before].name, added[after].name) + bonus
    }
    renames += pairs.map { .field(removed[$0.old], to: added[$0.new], of: owner) }
  }

  /// The fields that say what a record type is: every type has the system fields.
  private static func ownFields(_ type: RecordType) -> Set<String> {
    Set(type.fields.lazy.filter { SystemField(rawValue: $0.name) == nil }.map { "\($0.name) \($0.type)" })
  }

  /// The best pairs, each side used once, in the order of the new side.
  private static func best(
    _ oldCount: Int, _ newCount: Int, least: Double, score: (_ old: Int, _ new: Int) -> Double
  ) -> [(old: Int, new: Int)] {
    guard oldCount * newCount <= mostPairs else { return [] }
    var candidates: [(score: Double, old: Int, new: Int)] = []
    for old in 0..<oldCount {
      for new in 0..<newCount {
        let score = score(old, new)
        if score >= least { candidates.append((score, old, new)) }
      }
    }
    candidates.sort { (-$0.score, $0.new, $0.old) < (-$1.score, $1.new, $1.old) }
    var takenOld: Set<Int> = []
    var takenNew: Set<Int> = []
    var pairs: [(old: Int, new: Int)] = []
    for candidate in candidates where !takenOld.contains(candidate.old) && !takenNew.contains(candidate.new) {
      takenOld.insert(candidate.old)
      takenNew.insert(candidate.new)
      pairs.append((candidate.old, candidate.new))
    }
    return pairs.sorted { $0.new < $1.new }
  }
}
