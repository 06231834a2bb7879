import Catalog
import Diagnostics

/// Which feeds an export has; without a condition, all of them and everything around them.
package struct ExportSelection: Hashable, Sendable {
  /// Only those of a category: its slug, record name or name.
  package var category: String?
  /// Only those of a collection, in its order: its slug, record name or title.
  package var collection: String?
  /// Only those in a language.
  package var language: String?
  /// Only those whose source is trusted.
  package var isVerified = false
  /// Only those the editors put forward.
  package var isFeatured = false
  /// Slugs that collections may have: they are not stored, and are guessed from the title else.
  package var collectionSlugs: [String] = []

  /// All feeds.
  package init() {}

  /// Whether it has a condition.
  var isPartial: Bool { category != nil || collection != nil || language != nil || isVerified || isFeatured }
}

/// That a catalogue has nothing of a name.
package struct NothingNamed: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was looked for, such as `category`.
  package let kind: String
  /// The name.
  package let name: String
  /// What there is instead, for the message.
  package let known: [String]

  package var description: String {
    let names = known.prefix(20).map { DisplayText.line($0, atMost: 100) }
    let some = names.joined(separator: ", ") + (known.count > 20 ? ", …" : "")
    return "there is no \(kind) '\(name)'" + (known.isEmpty ? "" : "; there are \(some)")
  }
}
