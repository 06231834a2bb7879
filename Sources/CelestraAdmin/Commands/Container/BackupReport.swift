import CloudKitRecords
import CloudKitSchema
import CommandLineTool
import Copying
import Diagnostics
import SQLiteStore

struct BackupReport: Report {
  let command = "container backup"
  let path: String
  let manifest: BackupManifest
  /// The files of assets, and their folder; `nil` if they were left out.
  let files: AssetCollection?
  let folder: String?
  /// What was read per type; empty for a copy of a file.
  let counts: [RecordType.Name: ContainerBackup.Counts]
  let isIncremental: Bool
  /// Whether all records are as in the former backup.
  let isUnchanged: Bool
  /// The path of the former backup, if it was kept.
  let kept: String?
  /// The names of the removed earlier backups.
  let removed: [String]

  var asOf: Timestamp? { manifest.completed }

  var status: ExitStatus {
    if files?.problem != nil { return .failed }
    return manifest.missing.isEmpty && files?.failed.isEmpty ?? true ? .done : .answerIsNo
  }

  var summary: EncodableObject {
    [
      "file": path, "source": manifest.origin.source, "environment": manifest.origin.environment,
      "started": manifest.origin.started.description, "completed": manifest.completed.description,
      "complete": manifest.missing.isEmpty, "missing": manifest.missing.map(\.type),
      "unverified": manifest.entries.filter { $0.state == .unverified }.map(\.type),
      "withoutFiles": manifest.entries.filter { $0.state == .withoutFiles }.map(\.type), "records": manifest.count,
      "digest": manifest.digest, "schemaDigest": manifest.schemaDigest, "unchanged": isUnchanged,
      "incremental": isIncremental, "kept": kept, "removed": removed, "files": files.map { item(of: $0) },
    ]
  }

  private func item(of files: AssetCollection) -> EncodableObject {
    [
      "folder": folder, "referred": files.referred, "downloaded": files.added.files, "bytes": Int(files.added.bytes),
      "failed": files.failed.values.reduce(0, +), "unchecked": files.unchecked, "problem": files.problem,
      "failures": files.failures.map(\.description),
    ]
  }

  var items: [EncodableObject] {
    manifest.entries.map { entry in
      let counts = counts[entry.type]
      return [
        "type": entry.type, "records": entry.count, "digest": entry.digest, "state": entry.state.rawValue,
        "reason": entry.reason, "added": counts?.added, "changed": counts?.changed, "removed": counts?.removed,
      ]
    }
  }

  func text(_ style: Style) -> String {
    // A copy of a file does not compare records.
    let heads = [path, ">records"] + (counts.isEmpty ? [] : [">added", ">changed", ">removed"]) + ["state"]
    let rows = manifest.entries.filter { $0.state != .leftOut }.map { entry -> [String] in
      let own = counts[entry.type] ?? ContainerBackup.Counts()
      let changes = counts.isEmpty ? [] : ["\(own.added)", "\(own.changed)", "\(own.removed)"]
      return [entry.type, "\(entry.count)"] + changes + [entry.state.rawValue]
    }
    var text = ReportTable(heads, rows).text(style)
    let types = rows.count.of("type")
    text +=
      "backup of \(manifest.origin.name), completed \(manifest.completed): \(manifest.count.of("record")) in \(types)\n"
    text += isUnchanged ? "no record has changed since the former backup\n" : ""
    for entry in manifest.entries where entry.state != .complete && entry.state != .leftOut {
      text += DisplayText.line("\(entry.state.rawValue): \(entry.type): \(entry.reason ?? "")") + "\n"
    }
    if !manifest.missing.isEmpty {
      text += "the backup is not complete: \(manifest.missing.count) of \(types) could not be read\n"
    }
    return text + fileLines + "digest \(manifest.digest)\n"
  }

  private var fileLines: String {
    guard let files else { return "" }
    let failed = files.failed.values.reduce(0, +)
    var lines = files.failures.prefix(WritePreview.lines).map {
      "failed: \($0.recordType) \($0.recordName): \($0.error.reason)"
    }
    if files.failures.count > lines.count { lines.append("and \(files.failures.count - lines.count) more") }
    lines.append(
      "files: \(files.referred) referred to, \(files.added.text) added to \(folder ?? "")"
        + (failed > 0 ? ", \(failed) not there" : ""))
    if files.unchecked > 0 {
      lines.append(
        "note: \(files.unchecked.of("file")) have another checksum than CloudKit states; only their size was checked")
    }
    if let problem = files.problem { lines.append("\(problem); make room and run the same command again to finish") }
    return lines.map { DisplayText.line($0) + "\n" }.joined()
  }
}
