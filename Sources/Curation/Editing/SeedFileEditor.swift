package import Catalog
package import CloudKitRecords
package import Diagnostics
import JSON
import Notation
import OPML

/// Edits of the feeds in a seed file: a few bytes change; the order, form, and comments of the rest stay.
package struct SeedFileEditor {
  /// New values of a feed that the file states.
  package struct Change: Sendable {
    /// The place of the feed in the file.
    package let place: SeedPlace
    package let field: CatalogField
    package let value: FieldValue

    package init(at place: SeedPlace, _ field: CatalogField, _ value: FieldValue) {
      self.place = place
      self.field = field
      self.value = value
    }
  }

  private let source: SourceText
  private let objects: [Int: JSONValue]?

  /// Opens a file.
  /// - Returns: `nil` if the file is neither JSON nor OPML in UTF-8.
  package init?(_ source: SourceText) {
    self.source = source
    guard source.firstInvalidByte == nil else { return nil }
    let first = source.bytes.first { $0 > 0x20 && $0 < 0x80 }
    if first == UInt8(ascii: "<") {
      objects = nil
    } else {
      var diagnostics: [Diagnostic] = []
      let root = JSONDocument.parse(source, into: &diagnostics)?.root.object
      guard let feeds = root?["feeds"]?.array else { return nil }
      objects = Dictionary(feeds.map { ($0.range.start, $0) }) { first, _ in first }
    }
  }

  /// Returns whether the file can state a field: OPML has no attribute of some.
  package func takes(_ field: CatalogField) -> Bool { objects != nil || field !== FeedField.imageURL }

  /// Returns the text with changed feeds. A new address makes the former one a former address.
  package func text(changing changes: [Change]) -> String {
    var edits: [Fix.Edit] = []
    for (start, some) in Dictionary(grouping: changes, by: { $0.place.range?.start ?? -1 }) {
      if let objects {
        if let members = objects[start]?.object { edits += self.edits(of: members, some) }
      } else if let range = some[0].place.range {
        edits.append(Fix.Edit(range: range, replacement: Self.outline(source.string(range), some)))
      }
    }
    if edits.contains(where: { $0.replacement.contains(" celestra:") }), objects == nil,
      let declaration = EditedOutline.declaring(in: source)
    {
      edits.append(declaration)
    }
    var bytes: [UInt8] = []
    var end = 0
    for edit in edits.sorted(by: { $0.range.start < $1.range.start }) {
      bytes += source.bytes[end..<edit.range.start] + Array(edit.replacement.utf8)
      end = edit.range.end
    }
    return String(decoding: bytes + source.bytes[end...], as: UTF8.self)
  }

  /// Returns the start tag of a feed's outline with changed values.
  private static func outline(_ tag: String, _ changes: [Change]) -> String {
    var outline = EditedOutline(tag)
    for change in changes {
      let text = change.value.string ?? (change.value == .flag(false) ? "false" : "true")
      switch change.field {
      case _ where change.field === FeedField.feedURL:
        let former = (outline["formerURLs", isExtension: true] ?? "").split(separator: " ").map(String.init)
        let old = [outline["xmlUrl"]].compactMap(\.self)
        outline["formerURLs", isExtension: true] =
          Self.former(former, after: old, now: text).joined(separator: " ")
        outline["xmlUrl"] = text
      case _ where change.field === FeedField.title:
        outline["text"] = text
        if outline["title"] != nil { outline["title"] = text }
      case _ where change.field === FeedField.siteURL: outline["htmlUrl"] = text
      case _ where change.field === FeedField.subtitle: outline["description"] = text
      case _ where change.field === FeedField.language: outline["language"] = text
      default: outline[change.field.name, isExtension: true] = text
      }
    }
    return outline.tag
  }

  /// Returns the former addresses of a feed that moves: each once, the last one last.
  private static func former(_ former: [String], after old: [String], now new: String?) -> [String] {
    former.filter { $0 != new && !old.contains($0) } + old
  }

  private func edits(of members: JSONObject, _ changes: [Change]) -> [Fix.Edit] {
    var edits: [Fix.Edit] = []
    var added: [(key: String, value: String)] = []
    func set(_ key: String, _ value: String) {
      if let member = members.reversed().first(where: { $0.key == key }) {
        edits.append(Fix.Edit(range: member.value.range, replacement: value))
      } else {
        added.append((key, value))
      }
    }
    for change in changes {
      set(change.field.name, Self.literal(change.value))
      if change.field === FeedField.feedURL, let old = members["feedURL"]?.string {
        let former = members["formerURLs"]?.array?.compactMap(\.string) ?? []
        let all = Self.former(former, after: [old], now: change.value.string)
        set("formerURLs", "[\(all.map { Self.literal(.string($0)) }.joined(separator: ", "))]")
      }
    }
    if let last = members.reduce(nil as JSONMember?, { $1 }), !added.isEmpty {
      let end = last.value.range.end
      let text = added.map { beforeMember(last, of: members) + Self.literal(.string($0.key)) + colon(last) + $0.value }
      edits.append(Fix.Edit(range: SourceRange(end, end), replacement: text.joined()))
    }
    return edits
  }

  /// The text between a member and the next one, as the object has it.
  private func beforeMember(_ last: JSONMember, of members: JSONObject) -> String {
    guard let first = members.first(where: { _ in true }), first.keyRange != last.keyRange else { return ", " }
    let before = source.bytes[..<last.keyRange.start]
    let start = before.lastIndex { $0 > 0x20 } ?? last.keyRange.start
    return source.string(SourceRange(start, last.keyRange.start))
  }

  private func colon(_ member: JSONMember) -> String {
    source.string(SourceRange(member.keyRange.end, member.value.range.start))
  }

  private static func literal(_ value: FieldValue) -> String {
    switch value {
    case .int64(let number): number == 0 ? "false" : "true"
    default: String(decoding: JSONWriter.document { $0.string(value.string ?? "") }, as: UTF8.self)
    }
  }
}
