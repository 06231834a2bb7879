package import CloudKitSchema

/// Something that went and something that came which are probably one thing under two names; CloudKit has no renaming.
package enum LikelyRename: Hashable, Sendable {
  case recordType(from: RecordType.Name, to: RecordType.Name)
  case field(Field, to: Field, of: RecordType.Name)

  /// The record type it is told under: the new name where the type itself has another.
  package var recordType: RecordType.Name {
    switch self {
    case .recordType(_, let new): new
    case .field(_, _, let type): type
    }
  }
}

extension LikelyRename: CustomStringConvertible {
  /// The rename as one line, such as `Feed.pubDate → Feed.publishedDate`.
  package var description: String {
    switch self {
    case .recordType(let old, let new): "\(old) → \(new)"
    case .field(let old, let new, let type): "\(type).\(old.name) → \(type).\(new.name)"
    }
  }
}
