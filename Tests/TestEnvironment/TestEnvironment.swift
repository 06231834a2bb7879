package import Foundation

/// The project's folder and the options of a test run.
package enum TestEnvironment {
  /// The project's root folder.
  package static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Whether tests compare with other programs (`CELESTRA_PEERS=1`) instead of with their recorded answers.
  package static let comparesPeers = ProcessInfo.processInfo.environment["CELESTRA_PEERS"] == "1"

  /// Whether tests use the amounts of a whole catalog (`CELESTRA_CATALOGUE=full`) instead of what finds most mistakes.
  package static let usesFullAmounts = ProcessInfo.processInfo.environment["CELESTRA_CATALOGUE"] == "full"

  /// Waits while a program works, without taking the processor from it.
  package static func wait(while isWorking: () -> Bool) {
    while isWorking() { Thread.sleep(forTimeInterval: 0.0003) }
  }
}

/// Collected files of other people in a folder beside the project. Tests that need them are skipped without.
package enum Corpus {
  /// The reason for skipping a test.
  package static let absence = "the corpus is absent"

  /// Returns the folder of a part of the corpus, such as `opml`.
  package static func folder(_ part: String) -> URL {
    TestEnvironment.root.deletingLastPathComponent().appending(path: "shared/corpus/\(part)")
  }

  /// Whether a part of the corpus, or a file in it, is present.
  package static func has(_ path: String) -> Bool { FileManager.default.fileExists(atPath: folder(path).path) }
}
