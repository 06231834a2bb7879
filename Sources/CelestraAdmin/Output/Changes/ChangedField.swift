import CloudKitRecords
import Diagnostics

struct ChangedField: Encodable {
  private enum CodingKeys: CodingKey { case field, old, new }

  let field: String
  /// `nil` for a field that was empty, or whose value is not known.
  let old: FieldValueItem?
  /// `nil` for a field that loses its value.
  let new: FieldValueItem?
  let text: String

  /// - Parameter titles: titles of referenced records.
  init(_ change: FieldChange, titles: [RecordName: String]) {
    field = change.field
    old = change.old.map(FieldValueItem.init)
    new = change.new.map(FieldValueItem.init)
    let lists = [change.old, change.new].map { ($0?.list ?? []).compactMap { $0.reference?.recordName } }
    guard lists.joined().isEmpty else {
      text = "\(field): \(Self.difference(from: lists[0], to: lists[1], titles: titles))"
      return
    }
    let shown = Self.text(change.new, titles)
    text = "\(field): " + (old == nil ? shown : "\(Self.text(change.old, titles)) → \(shown)")
  }

  private static func text(_ value: FieldValue?, _ titles: [RecordName: String]) -> String {
    guard let value else { return "(none)" }
    let title = value.reference.flatMap { titles[$0.recordName] }.map { "'\($0)'" }
    return DisplayText.line(title ?? FieldValueItem(value).text)
  }

  private static func difference(
    from old: [RecordName], to new: [RecordName], titles: [RecordName: String]
  ) -> String {
    let (before, after) = (Set(old), Set(new))
    let added = new.filter { !before.contains($0) }.map { ("+", $0) }
    let removed = old.filter { !after.contains($0) }.map { ("-", $0) }
    let isReordered = added.isEmpty && removed.isEmpty
    let shown = (isReordered ? new.map { ("", $0) } : added + removed).map { sign, name in
      "\(sign)'\(DisplayText.line(titles[name] ?? name.rawValue))'"
    }
    return (isReordered ? "new order " : "") + shown.joined(separator: ", ")
  }
}
