import CloudKitRecords
import CommandLineTool
import Diagnostics

/// What happens to a record: an item of every report of changes.
struct ChangeItem: Encodable {
  /// Why a record is not written as planned.
  enum Status: String, Encodable {
    case failed
    /// The record has changed since the plan was made.
    case conflict
    /// The command cannot write the record as it was told.
    case refused
  }

  private enum CodingKeys: CodingKey {
    case action, status, recordType, recordName, title, changes, reason, file, path, line
  }

  /// An operation, or what keeps a record as it is: `skipped`, `duplicate`, `orphaned`, `kept`.
  let action: String
  /// `nil` for a change that is made or, in a dry run, would be.
  private(set) var status: Status?
  let recordType: String
  /// `nil` for an entry of a file without a record.
  let recordName: String?
  let title: String
  /// The changed fields of an update.
  private(set) var changes: [ChangedField]?
  /// Why the record is not written.
  var reason: String?
  /// The place that states the record: the file, the path in it, and the 1-based line.
  var file, path: String?
  var line: Int?
  /// Whether a finding or a remark says the same, so that texts leave the item out.
  var isFound = false
  /// The kind of record in texts, which is the record type by default.
  fileprivate let noun: String

  /// Creates the item of a record that is not written.
  init(
    _ action: String, _ recordType: String, _ recordName: String?, title: String, reason: String?, noun: String? = nil
  ) {
    self.action = action
    self.recordType = recordType
    self.recordName = recordName
    self.title = title
    self.reason = reason
    self.noun = noun ?? recordType
  }

  /// - Parameter titles: the titles of records that changed fields refer to.
  init(_ change: PlannedChange, noun: String? = nil, titles: [RecordName: String] = [:]) {
    self.init(
      change.operation.kind.rawValue, change.recordType, change.recordName.rawValue, title: change.title, reason: nil,
      noun: noun)
    file = change.file
    let fields = change.fieldChanges
    changes = fields.isEmpty ? nil : fields.map { ChangedField($0, titles: titles) }
  }

  /// Creates the item of a record that cannot be written.
  init(_ status: Status, _ recordType: String, _ recordName: RecordName, _ reason: String) {
    self.init("update", recordType, recordName.rawValue, title: recordName.rawValue, reason: reason)
    self.status = status
  }

  init(_ failure: ChangeOutcome.Failure) {
    self.init(
      failure.kind.rawValue, failure.recordType, failure.recordName.rawValue, title: failure.title, reason: nil)
    fail(.failed, failure.error.description)
  }

  mutating func fail(_ status: Status, _ reason: String) {
    self.status = status
    self.reason = reason
  }

  func failing(_ status: Status, _ reason: String) -> ChangeItem {
    var item = self
    item.fail(status, reason)
    return item
  }

  var place: String? { file.map { $0 + (line.map { ":\($0)" } ?? "") } }

  var row: [String] {
    let fields = (changes ?? []).map(\.text).joined(separator: "; ")
    return [status?.rawValue ?? action, noun, title, fields, place ?? "", reason ?? ""]
  }

  /// The number of lines of the text.
  var height: Int { 1 + (changes?.count ?? 0) }

  /// Returns the item as text, followed by a line per changed field.
  func text(_ style: Style) -> String {
    let word = status?.rawValue ?? action
    var text = style.mark(word, meaning) + Self.space(after: word)
    text += "\(noun) \(DisplayText.line(title))" + (reason.map { ": \(DisplayText.line($0))" } ?? "")
    // A record that is not written can only be found in the file.
    if reason != nil, let place { text += " (\(place))" }
    return text + "\n" + (changes ?? []).map { "             \($0.text)\n" }.joined()
  }

  fileprivate static func space(after word: String) -> String { String(repeating: " ", count: max(1, 11 - word.count)) }

  private var meaning: Style.Meaning {
    if status != nil { return .bad }
    return switch action {
    case "create": .good
    case "update", "orphaned": .doubtful
    case "delete": .bad
    default: .faint
    }
  }
}

extension [ChangeItem] {
  /// The number of lines without a reason that a text shows.
  private static var screenful: Int { 40 }
  /// The number of items with a reason that a text shows.
  private static var reasonsShown: Int { 100 }

  init(_ changes: [PlannedChange]) { self = changes.map { ChangeItem($0) } }

  /// If the items do not fit a screen, the most frequent actions are counted only; items with a reason are not.
  func text(_ style: Style) -> String {
    let plain = Dictionary(grouping: self.filter { $0.reason == nil }, by: \.action)
    let heights = plain.mapValues { $0.reduce(0) { $0 + $1.height } }
    var room = Self.screenful
    var hidden: Set<String> = []
    for (action, height) in heights.sorted(by: { ($0.value, $0.key) < ($1.value, $1.key) }) {
      if height > room { hidden.insert(action) } else { room -= height }
    }
    var reasons = 0
    var text = ""
    for item in self {
      if item.reason != nil { reasons += 1 }
      if item.reason == nil ? !hidden.contains(item.action) : reasons <= Self.reasonsShown { text += item.text(style) }
    }
    if reasons > Self.reasonsShown { text += "and \(reasons - Self.reasonsShown) more; --format json lists all\n" }
    return text
      + hidden.sorted().map { action in
        let items = plain[action] ?? []
        let counts = Dictionary(grouping: items, by: \.noun).sorted { $0.key < $1.key }
          .map { "\($0.value.count) \($0.key)" }
        return "\(action)\(ChangeItem.space(after: action))\(counts.joined(separator: ", ")) "
          + "\(items.count == 1 ? "record" : "records"); --format json lists them\n"
      }.joined()
  }

  /// Returns the first items as text, up to a number of lines, and the number of the others.
  /// - Parameter total: The number of items, if the collection has only the first ones.
  func text(_ style: Style, atMost lines: Int, of total: Int = 0) -> String {
    var text = ""
    var room = lines
    var shown = 0
    for item in self {
      // An item that is higher than the room is cut, unless it is not the first.
      if room <= 0 || item.height > room && shown > 0 { break }
      text += item.text(style).split(separator: "\n").prefix(room).map { $0 + "\n" }.joined()
      room -= item.height
      shown += 1
    }
    let hidden = Swift.max(total, count) - shown
    return text + (hidden > 0 ? "and \(hidden) more\n" : "")
  }

  /// Returns the first items as a Markdown table; empty if there are none.
  func markdown(limit: Int = 500) -> String {
    if isEmpty { return "" }
    let heads = ["action", "record", "title", "changes", "where", "why"]
    let rows = prefix(limit).map(\.row)
    let used = heads.indices.filter { column in rows.contains { !$0[column].isEmpty } }
    let table = Markdown.table(used.map { heads[$0] }, rows: rows.map { row in used.map { row[$0] } })
    return table + (count > limit ? "\n\(count - limit) more not shown; `--format json` lists all.\n" : "")
  }
}
