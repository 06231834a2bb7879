import CloudKitRecords
import CloudKitSchema
import CommandLineTool
import Diagnostics

/// What a command is about to write, as the user sees it before the question: a table by record type, and the first
/// changes.
struct WritePreview {
  /// The numbers of changes of a record type.
  struct Counts {
    var create = 0, update = 0, delete = 0
    /// The number of records that already match; `nil` if they were not counted.
    var same: Int?

    mutating func add(_ kind: RecordOperation.Kind) {
      if kind.isDelete { delete += 1 } else if kind == .create { create += 1 } else { update += 1 }
    }
  }

  /// The number of lines of changes.
  static let lines = 20

  let container: ContainerName
  var types: [(name: RecordType.Name, counts: Counts)]
  var items: [ChangeItem]

  init(of container: ContainerName, types: [(name: RecordType.Name, counts: Counts)], items: [ChangeItem]) {
    self.container = container
    self.types = types
    self.items = items
  }

  init(of container: ContainerName, _ changes: [PlannedChange], _ items: [ChangeItem]? = nil) {
    self.init(of: container, types: [], items: items ?? [ChangeItem](changes))
    for change in changes { add(change) }
  }

  /// Counts a change, without an item.
  mutating func add(_ change: PlannedChange) {
    let kind = change.operation.kind
    if let index = types.firstIndex(where: { $0.name == change.recordType }) {
      types[index].counts.add(kind)
    } else {
      var counts = Counts()
      counts.add(kind)
      types.append((change.recordType, counts))
    }
  }

  /// Counts changes, and keeps as many as the text has lines for.
  mutating func show(_ changes: [PlannedChange]) {
    for change in changes { add(change) }
    items += changes.prefix(max(0, Self.lines - items.count)).map { ChangeItem($0) }
  }

  private var total: Int { types.reduce(0) { $0 + $1.counts.create + $1.counts.update + $1.counts.delete } }

  func text(_ style: Style = .plain) -> String {
    let isCounted = types.contains { $0.counts.same != nil }
    let rows = types.map { type, counts in
      [type, "\(counts.create)", "\(counts.update)", "\(counts.delete)"] + (isCounted ? ["\(counts.same ?? 0)"] : [])
    }
    let heads = [container.name, ">create", ">update", ">delete"] + (isCounted ? [">same"] : [])
    return ReportTable(heads, rows).text(style) + items.text(style, atMost: Self.lines, of: total)
  }
}
