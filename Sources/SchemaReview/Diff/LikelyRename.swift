package import CloudKitSchema

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
