import CloudKitRecords
import CommandLineTool
import Copying

extension CopyReport {
  /// The files of assets that a copy transferred or, in a dry run, would transfer.
  struct Files {
    /// What happens to a file: `upload`, or `copy` if the target is a file.
    private let verb: String
    private let planned: FileCount
    private let done: FileCount
    /// The records whose files are missing.
    let missing: [CopyResult.Failure]
    /// Why the rest of the files was not transferred; `nil` if it was.
    let problem: String?

    /// Creates the files of a copy to an iCloud container.
    init(_ uploaded: FileCount, _ result: CopyResult) {
      verb = "upload"
      planned = result.files
      done = uploaded
      missing = result.missingFiles
      problem = nil
    }

    /// Creates the files of a copy to a file.
    init(_ files: AssetCollection) {
      verb = "copy"
      planned = files.added
      done = files.added
      missing = files.failures
      problem = files.problem.map { "\($0); make room and run the same command again to finish" }
    }

    /// The line of a report; `nil` if there is nothing to say.
    func text(isDryRun: Bool) -> String? {
      let count = isDryRun ? planned : done
      if count.files == 0 { return nil }
      let participle = verb == "copy" ? "copied" : "uploaded"
      return "files: \(count.files) \(isDryRun ? "to \(verb)" : participle)\(count.size)"
    }

    func item(isDryRun: Bool) -> EncodableObject {
      let count = isDryRun ? planned : done
      return [
        isDryRun ? "planned" : "transferred": count.files, "bytes": Int(count.bytes), "missing": missing.count,
        "problem": problem,
      ]
    }
  }
}
