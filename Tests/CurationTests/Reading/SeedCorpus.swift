import Diagnostics
import Foundation

/// The collected feed lists beside the project, where they are there.
enum SeedCorpus {
  private static let folder =
    (0..<5).reduce(URL(filePath: #filePath)) { folder, _ in folder.deletingLastPathComponent() }
    .appending(path: "shared/corpus/feedlists")

  static var isThere: Bool { FileManager.default.fileExists(atPath: folder.path) }

  static func source(_ file: String) throws -> SourceText {
    SourceText(name: file, bytes: Array(try Data(contentsOf: folder.appending(path: file))))
  }
}
