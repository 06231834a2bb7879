import Catalog
import CloudKitRecords
import Diagnostics

/// The values of files that have no effect, because the container has other ones: those of lists, and those of every
/// file if the container is the truth.
struct KeptValues {
  private struct Entry {
    let place: SeedPlace
    let change: FieldChange
    let isOwn: Bool
    var count: Int
  }

  private var first: [String: Entry] = [:]

  mutating func add(_ changes: [FieldChange], of seed: FeedSeed) {
    guard let change = changes.first else { return }
    let entry = Entry(place: seed.place, change: change, isOwn: seed.authority == .named, count: 0)
    first[seed.place.file, default: entry].count += changes.count
  }

  /// A finding per file, at its first such value.
  var diagnostics: [Diagnostic] {
    first.sorted { $0.key < $1.key }.map { _, entry in
      let others = entry.count == 1 ? "" : ", and \((entry.count - 1).of("other value")) of this file"
      let text = entry.change.old?.string.map(FeedURL.redacted)
      let old = text.map { "'\(DisplayText.line($0, atMost: 60))'" } ?? "another value"
      let help =
        entry.isOwn
        ? "the container is the truth: change the value with 'feeds set', or export the container to the file"
        : "lists fill empty fields only; state the value in a JSON file, or change it with 'feeds set'"
      return entry.place.diagnostic(
        .info, rule: "kept-value",
        "\(entry.change.field) has no effect\(others): the container has \(old)", help: help)
    }
  }
}
