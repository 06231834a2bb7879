import Diagnostics
import Foundation
import TestEnvironment

/// The collected feed lists beside the project, where they are there.
enum SeedCorpus {
  static var isThere: Bool { Corpus.has("feedlists") }

  static func source(_ file: String) throws -> SourceText {
    SourceText(name: file, bytes: Array(try Data(contentsOf: Corpus.folder("feedlists").appending(path: file))))
  }
}
