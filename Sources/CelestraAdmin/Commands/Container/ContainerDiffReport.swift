import CloudKitRecords
import CloudKitSchema
import CommandLineTool
import Copying
import Diagnostics

struct ContainerDiffReport: Report {
  let command = "container diff"
  let old, new: String
  let detail: ContainerDiffCommand.Detail
  let difference: ContainerDifference
  /// The record types that could not be compared, with the reason.
  let unlistable: [String]

  private var types: [(name: RecordType.Name, counts: ContainerDifference.Counts)] {
    difference.counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  var status: ExitStatus { !unlistable.isEmpty ? .failed : difference.isEmpty ? .done : .answerIsNo }

  var summary: EncodableObject {
    let types = types.map { name, counts in
      [
        "recordType": name, "new": counts.new, "changed": counts.changed, "gone": counts.gone, "same": counts.same,
        "fields": EncodableObject(counts.fields.map { ($0.key, $0.value) }),
      ] as EncodableObject
    }
    return [
      "from": old, "to": new, "equal": status == .done, "differing": difference.differing,
      "listed": difference.records.count, "types": types, "notCompared": unlistable,
    ]
  }

  var items: [EncodableObject] {
    difference.records.map { record in
      let fields = record.fields.map { field in
        [
          "field": field.field, "from": detail == .fields ? field.old.map { FieldValueItem($0, declared: nil) } : nil,
          "to": detail == .fields ? field.new.map { FieldValueItem($0, declared: nil) } : nil,
        ] as EncodableObject
      }
      return [
        "kind": record.kind.rawValue, "recordType": record.recordType, "recordName": record.recordName.rawValue,
        "title": record.title,
        "otherType": record.otherType, "fields": record.kind == .changed ? fields : nil,
      ]
    }
  }

  func text(_ style: Style) -> String {
    var text = difference.isEmpty ? "" : table.text(style)
    for record in difference.records {
      let word = record.kind.rawValue
      let meaning: Style.Meaning = record.kind == .new ? .good : record.kind == .gone ? .bad : .doubtful
      text += style.mark(word, meaning) + String(repeating: " ", count: 9 - word.count)
      text += "\(record.recordType) \(DisplayText.line(record.title, atMost: 60))"
      let changes = changes(of: record)
      text += (changes.isEmpty ? "" : "  " + changes.joined(separator: ", ")) + "\n"
    }
    return text + conclusion
  }

  func markdown() -> String {
    var text = "### Differences from \(Markdown.escaped(old)) to \(Markdown.escaped(new))\n\n"
    if !difference.isEmpty { text += table.markdown + "\n" }
    if !difference.records.isEmpty {
      text += Markdown.table(
        ["", "record type", "record", "fields"],
        rows: difference.records.map { record in
          [
            record.kind.rawValue, record.recordType, record.title,
            changes(of: record).joined(separator: ", "),
          ]
        })
      text += "\n"
    }
    return text + conclusion.split(separator: "\n").map { "- \(Markdown.escaped(String($0)))\n" }.joined()
  }

  private var table: ReportTable {
    ReportTable(
      ["record type", ">new", ">changed", ">gone", ">same"],
      types.map { [$0.name, "\($0.counts.new)", "\($0.counts.changed)", "\($0.counts.gone)", "\($0.counts.same)"] })
  }

  /// Returns the changed fields of a record, with their values if the user wants them.
  private func changes(of record: RecordDifference) -> [String] {
    if let other = record.otherType { return ["it is a \(other) in \(old)"] }
    guard detail == .fields else { return record.fields.map(\.field) }
    return record.fields.map { field in
      func shown(_ value: FieldValue?) -> String {
        value.map { DisplayText.line(RecordList.text($0), atMost: 40) } ?? "(none)"
      }
      return "\(field.field): \(shown(field.old)) → \(shown(field.new))"
    }
  }

  private var conclusion: String {
    var text = ""
    let hidden = difference.differing - difference.records.count
    if hidden > 0, detail != .summary { text += "and \(hidden) more; --limit N lists them\n" }
    let same = types.reduce(0) { $0 + $1.counts.same }
    let count = types.count.of("record type")
    text +=
      difference.isEmpty
      ? "same: \(same.of("record")) in \(count)\n"
      : "\(difference.differing.of("record")) \(difference.differing == 1 ? "differs" : "differ") from \(old) to \(new), "
        + "\(same) \(same == 1 ? "is" : "are") the same\n"
    return text + unlistable.map { "not compared: \($0)\n" }.joined()
  }
}
