package import Foundation

/// The files around the tests, and what the tests are asked to do beside the usual.
package enum TestEnvironment {
  /// The project's root folder.
  package static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Whether answers of other programs are compared, by `CELESTRA_PEERS=1`; else frozen ones are.
  package static let comparesPeers = ProcessInfo.processInfo.environment["CELESTRA_PEERS"] == "1"
}

/// Collected files of other people, in a folder beside the project; a test that needs them skips without.
package enum Corpus {
  /// Why a test skips.
  package static let absence = "the corpus is not beside the project"

  /// The folder of a part of the corpus, such as `opml`.
  package static func folder(_ part: String) -> URL {
    TestEnvironment.root.deletingLastPathComponent().appending(path: "shared/corpus/\(part)")
  }

  /// Whether a part of the corpus, or a file in it, is beside the project.
  package static func has(_ path: String) -> Bool { FileManager.default.fileExists(atPath: folder(path).path) }
}
