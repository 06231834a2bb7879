package import CloudKitSchema
import Diagnostics

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

  var old: DeclarationName {
    switch self {
    case .recordType(let old, _): .recordType(old)
    case .field(let old, _, let type): .field(old.name, of: type)
    }
  }

  var new: DeclarationName {
    switch self {
    case .recordType(_, let new): .recordType(new)
    case .field(_, let new, let type): .field(new.name, of: type)
    }
  }
}

extension LikelyRename: CustomStringConvertible {
  /// The rename on one line, such as `Feed.pubDate → Feed.publishedDate`.
  package var description: String { "\(old) → \(new)" }
}

/// A search for likely renames: record types with mostly the same fields, and fields with the same type and a near
/// name.
enum RenameSearch {
  /// Maximum removed declarations to compare an added one with, so that thousands of like names take linear time.
  private static let maximumCandidates = 16

  /// Returns the likely renames among changes: record types first, then fields.
  static func renames(in changes: [SchemaChange]) -> [LikelyRename] { recordTypes(changes) + fields(changes) }

  private static func recordTypes(_ changes: [SchemaChange]) -> [LikelyRename] {
    let removed = changes.compactMap { if case .recordTypeRemoved(let type) = $0 { type } else { nil } }
    let fields = removed.map(\.ownFields)
    var indices: [String: [Int]] = [:]
    for (index, own) in fields.enumerated() {
      for field in own where indices[field, default: []].count < maximumCandidates {
        indices[field, default: []].append(index)
      }
    }
    var renamed: Set<Int> = []
    return changes.compactMap { change in
      guard case .recordTypeAdded(let new) = change else { return nil }
      let own = new.ownFields
      let candidates = Set(own.flatMap { indices[$0] ?? [] }).subtracting(renamed).sorted()
      guard let old = candidates.first(where: { isSame(fields[$0], own) }) else { return nil }
      renamed.insert(old)
      return .recordType(from: removed[old].name, to: new.name)
    }
  }

  /// Whether two record types have most of their fields in common. One field says little: many record types have a
  /// name.
  private static func isSame(_ old: Set<String>, _ new: Set<String>) -> Bool {
    let shared = old.intersection(new).count
    return shared > 1 && Double(shared) >= 0.6 * Double(old.union(new).count)
  }

  private static func fields(_ changes: [SchemaChange]) -> [LikelyRename] {
    var candidates: [Key: [Field]] = [:]
    for case .fieldRemoved(let field, let type) in changes {
      for key in Key.all(of: field, in: type) where candidates[key, default: []].count < maximumCandidates {
        candidates[key, default: []].append(field)
      }
    }
    var renamed: Set<DeclarationName> = []
    return changes.compactMap { change in
      guard case .fieldAdded(let new, let type) = change else { return nil }
      let removed = Key.all(of: new, in: type).flatMap { candidates[$0] ?? [] }.filter {
        !renamed.contains(.field($0.name, of: type))
      }
      let scored = removed.map { (field: $0, share: NearName.share($0.name, new.name)) }
      guard let best = scored.max(by: { $0.share < $1.share }), best.share > 0.5 else { return nil }
      renamed.insert(.field(best.field.name, of: type))
      return .field(best.field, to: new, of: type)
    }
  }

  /// What a field and its renamed form have in common.
  private struct Key: Hashable {
    let recordType: RecordType.Name
    let type: FieldType
    /// The first letters of a word of the name.
    let beginning: String

    static func all(of field: Field, in recordType: RecordType.Name) -> [Key] {
      NearName.words(field.name).map {
        Key(recordType: recordType, type: field.type, beginning: String($0.prefix(3)))
      }
    }
  }
}

extension RecordType {
  /// The fields without the system fields, which every type has.
  fileprivate var ownFields: Set<String> {
    Set(fields.lazy.filter { SystemField(rawValue: $0.name) == nil }.map { "\($0.name) \($0.type)" })
  }
}

enum NearName {
  /// Returns the share of letters in words that both names have: 1 for a spelling variant, 0 for nothing in common.
  static func share(_ old: String, _ new: String) -> Double {
    let (oldWords, newWords) = (words(old), words(new))
    var rest = newWords
    var common = 0
    for word in oldWords {
      guard let match = rest.firstIndex(where: { isSame(word, $0) }) else { continue }
      common += word.count + rest.remove(at: match).count
    }
    let total = (oldWords + newWords).reduce(0) { $0 + $1.count }
    return total == 0 ? 0 : Double(common) / Double(total)
  }

  /// Whether two words are the same, misspelled, or abbreviated: renames often spell out abbreviations, such as `pub`
  /// for `published`.
  private static func isSame(_ old: String, _ new: String) -> Bool {
    let (short, long) = old.count < new.count ? (old, new) : (new, old)
    return old == new || short.count > 2 && long.hasPrefix(short)
      || short.count > 3 && Suggestion.nearest(to: old, among: [new]) != nil
  }

  /// Returns the words of a name in lower case: `feed`, `url`, and `old` for `feedURL_old`.
  static func words(_ name: String) -> [String] {
    name.matches(of: /[A-Z]+(?![a-z])|[A-Z]?[^A-Z_]+/).map { $0.output.lowercased() }
  }
}
