import CloudKitRecords
import CloudKitSchema
import CommandLineTool
import Copying
import Diagnostics
import SQLiteStore

struct BackupVerification: Report {
  /// The differences of the backup, as the later state, from a container.
  struct Differences {
    let records: ContainerDifference
    /// The container's name; `nil` for the temporary file of a restore test.
    var name: String?
    /// The number of records that could not be restored.
    var failed = 0
    /// The types that the container lacks or cannot list.
    var uncompared: [RecordType.Name] = []

    /// The number of the backup's records that were compared.
    var compared: Int { records.counts.values.reduce(0) { $0 + $1.same + $1.new + $1.changed } }
    var isEmpty: Bool { records.isEmpty && failed == 0 && uncompared.isEmpty }

    fileprivate var item: EncodableObject {
      [
        "container": name, "compared": compared, "missing": records.count(.new), "changed": records.count(.changed),
        "onlyInContainer": records.count(.gone), "failed": failed, "uncompared": uncompared,
      ]
    }
  }

  let command = "container verify"
  let path: String
  /// Whether every byte is as the backup was completed.
  var isIntact = false
  /// The reason that a damaged file could not be read.
  var problem: String?
  var manifest: BackupManifest?
  /// The types whose records are not as described.
  var mismatches: [Backup.Mismatch] = []
  /// Why the restore test was refused, as `restore` refuses the backup.
  var restoreProblem: String?
  /// The result of the restore test; `nil` without one.
  var restored: Differences?
  /// The result of the comparison with a container; `nil` without one.
  var against: Differences?
  /// The folder of the files of assets, and its check; `nil` without one.
  var files: (folder: String, check: AssetCheck)?

  /// Whether the file is intact.
  var isSound: Bool { isIntact && problem == nil && mismatches.isEmpty }

  /// Whether all checks passed and the backup is complete.
  var isAllRight: Bool {
    isSound && manifest?.missing.isEmpty == true && restoreProblem == nil && restored?.isEmpty ?? true
      && against?.isEmpty ?? true && files?.check.failed ?? 0 == 0
  }

  var asOf: Timestamp? { manifest?.completed }

  var summary: EncodableObject {
    [
      "file": path, "intact": isIntact, "sound": isSound, "complete": manifest?.missing.isEmpty, "problem": problem,
      "source": manifest?.origin.source, "environment": manifest?.origin.environment,
      "started": manifest?.origin.started.description, "completed": manifest?.completed.description,
      "toolVersion": manifest?.origin.toolVersion, "records": manifest?.count, "digest": manifest?.digest,
      "restoreProblem": restoreProblem, "restoreTest": restored?.item, "against": against?.item,
      "files": files.map { item(of: $0.check, in: $0.folder) },
    ]
  }

  private func item(of check: AssetCheck, in folder: String) -> EncodableObject {
    [
      "folder": folder, "intact": check.intact.files, "bytes": Int(check.intact.bytes), "failed": check.failed,
      "others": check.others, "failures": check.failures.map(\.description),
    ]
  }

  var items: [EncodableObject] {
    (manifest?.entries ?? []).map { entry in
      let mismatch = mismatches.first { $0.type == entry.type }
      return [
        "type": entry.type, "records": entry.count, "state": entry.state.rawValue, "reason": entry.reason,
        "matches": mismatch == nil, "found": mismatch?.found,
      ]
    }
  }

  func text(_ style: Style) -> String {
    var text = ""
    func line(_ isGood: Bool, _ words: String) {
      text += style.mark(isGood ? "ok     " : "failed ", isGood ? .good : .bad) + " \(DisplayText.line(words))\n"
    }
    line(
      isIntact,
      isIntact
        ? "every byte is as the backup was completed"
        : "the file is not a backup, or has changed since the backup was completed")
    if let problem { line(false, problem) }
    if let manifest {
      line(
        mismatches.isEmpty,
        mismatches.isEmpty
          ? "\(manifest.count.of("record")) match their digests"
          : "records differ from their digests: "
            + mismatches.map { "\($0.type) (\($0.stated ?? 0) stated, \($0.found ?? 0) found)" }.joined(separator: ", ")
      )
      let missing = manifest.missing.map { "\($0.type): \($0.reason ?? "")" }.joined(separator: "; ")
      line(manifest.missing.isEmpty, missing.isEmpty ? "no record type is missing" : "missing: \(missing)")
    }
    if let restoreProblem { line(false, "restore test: \(restoreProblem)") }
    if let restored {
      line(restored.isEmpty, "restore test: " + Self.words(restored, "the restored file"))
    }
    if let files {
      let check = files.check
      let failed = "\(check.failed.of("file")) missing or damaged in \(files.folder), \(check.intact.text) intact"
      line(
        check.failed == 0,
        check.failed == 0 ? "\(check.intact.text) match their checksums in \(files.folder)" : failed)
      text += Self.lines(of: check)
    }
    if let against { line(against.isEmpty, Self.words(against, against.name ?? "")) }
    if let manifest {
      text +=
        "\(path): backup of \(DisplayText.line(manifest.origin.name)), started \(manifest.origin.started),"
        + " completed \(manifest.completed)\n"
    }
    return text
  }

  /// Returns the missing and damaged files by record, and the number of files that the backup does not need.
  private static func lines(of check: AssetCheck) -> String {
    let shown = check.failures.prefix(WritePreview.lines)
    var lines = shown.map { "\($0.recordType) \($0.recordName): \($0.error.reason)" }
    if check.failed > shown.count { lines.append("and \(check.failed - shown.count) more") }
    if check.failed > 0 { lines.append("delete damaged files, then run 'container backup --assets' again") }
    if check.others > 0 { lines.append("\(check.others.of("other file")) there: of no record of this backup") }
    return lines.map { "        " + DisplayText.line($0) + "\n" }.joined()
  }

  private static func words(_ differences: Differences, _ name: String) -> String {
    if differences.isEmpty { return "\(differences.compared.of("record")) are equal in \(name)" }
    let records = differences.records
    return "\(name) lacks \(records.count(.new)), differs in \(records.count(.changed)),"
      + " has \(records.count(.gone)) others"
      + (differences.failed > 0 ? "; \(differences.failed) could not be restored" : "")
      + (differences.uncompared.isEmpty
        ? "" : "; it lacks or cannot list \(differences.uncompared.joined(separator: ", ")), not compared")
  }
}
