import CloudKitRecords
import Testing

@testable import CelestraAdmin
@testable import CommandLineTool

struct ChangeReportTests {
  private static func created(_ count: Int) -> [PlannedChange] {
    (0..<count).map { PlannedChange(RecordOperation(.create, Record(type: "Book", name: RecordName("b\($0)")))) }
  }

  private static func updated(_ name: String, _ title: String) -> PlannedChange {
    Record(type: "Book", name: RecordName(name), changeTag: "1", fields: ["title": .string("A"), "note": .string("n")])
      .change(["title": .string(title)], clearing: ["note"])
  }

  @Test("an update shows what was and what is; a field whose former value is not known shows what is")
  func fields() {
    #expect(
      ChangeItem(Self.updated("b", "B")).text(.plain) == """
        update     Book b
                     note: "n" → (none)
                     title: "A" → "B"

        """)
    var unread = Self.updated("b", "B")
    unread.before = [:]
    #expect(ChangeItem(unread).changes?.map(\.text) == ["note: (none)", #"title: "B""#])
  }

  @Test("actions that fill more than a screen are counted", arguments: [(40, 40), (41, 1)])
  func folding(count: Int, lines: Int) {
    let text = [ChangeItem](Self.created(count)).text(.plain)
    #expect(text.split(separator: "\n").count == lines)
    #expect(text.contains("create     41 Book records; --format json lists them\n") == (count > 40))
  }

  @Test("few changes are listed beside many, and records with a reason always")
  func readable() {
    var items = [ChangeItem](Self.created(50) + [Self.updated("u", "B")])
    items[49].fail(.failed, "it exists")
    items.append(ChangeItem("orphaned", "Book", "o", title: "Old", reason: "it has readers"))
    #expect(
      items.text(.plain) == """
        failed     Book b49: it exists
        update     Book u
                     note: "n" → (none)
                     title: "A" → "B"
        orphaned   Book Old: it has readers
        create     49 Book records; --format json lists them

        """)
  }

  @Test("a table has the columns that some record fills")
  func columns() {
    #expect(
      [ChangeItem](Self.created(2)).markdown(limit: 1) == """
        | action | record | title |
        | --- | --- | --- |
        | create | Book | b0 |

        1 more not shown; `--format json` lists all.

        """)
    #expect([ChangeItem]().markdown().isEmpty)
  }

  @Test("a failure is reported for a record that is not listed, too")
  func unlisted() async throws {
    var report = ChangeReport("edit", "c", asOf: nil, [])
    var run = ChangeRun(to: RefusingStore())
    try await run.apply(Self.created(1))
    report.add(run.outcome)
    #expect(report.items.map(\.recordName) == ["b0"])
    #expect(report.status == .answerIsNo)
  }
}

/// A store that refuses every record.
private struct RefusingStore: RecordStore {
  func query(_ query: Query, after cursor: Cursor?) async throws(RecordStoreError) -> QueryPage {
    QueryPage(records: [], next: nil)
  }

  func lookup(
    _ names: [RecordName], desiredFields: [String]?
  ) async throws(RecordStoreError) -> [RecordName: Record] { [:] }

  func modify(_ operations: [RecordOperation]) async throws(RecordStoreError) -> [RecordResult] {
    operations.map { .failed($0.record.name, RecordError(.accessDenied, "no")) }
  }
}
