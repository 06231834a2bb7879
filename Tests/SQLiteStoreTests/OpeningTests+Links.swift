import CloudKitSchema
import Foundation
import SQLiteStore
import Testing

/// Paths that lead through folders and links.
extension OpeningTests {
  @Test("a folder, and a folder that is not there, are said to be so")
  func folders() async throws {
    try await withFolder { folder in
      let text = "cannot open container '\(folder)': it is a folder; pass a file"
      #expect(failures(folder) == (text, text))
      #expect(
        failures(folder + "/no/c.sqlite").writing
          == "cannot create container '\(folder)/no/c.sqlite': folder '\(folder)/no' does not exist; create it, or pass"
          + " another file")
      #expect(
        failures("/dev/null").writing
          == "cannot open container '/dev/null': it is not a file; pass another file, or move this one")
    }
  }

  @Test("a container opens through a relative link, from any folder")
  func links() async throws {
    try await withFolder { folder in
      try FileManager.default.createDirectory(atPath: folder + "/links", withIntermediateDirectories: true)
      let link = folder + "/links/c.sqlite"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../c.sqlite")
      _ = try LocalContainer.open(folder + "/c.sqlite", Self.schema)
      #expect(failures(link) == (nil, nil))
      try FileManager.default.removeItem(atPath: folder + "/c.sqlite")
      #expect(failures(link).writing == nil)
      #expect(FileManager.default.fileExists(atPath: folder + "/c.sqlite"))
    }
  }

  @Test("a link into a folder that does not exist is said to be")
  func danglingLink() async throws {
    try await withFolder { folder in
      for (link, target) in [("a", "none/c.sqlite"), ("b", "a"), ("c", folder + "/none/c.sqlite")] {
        try FileManager.default.createSymbolicLink(atPath: "\(folder)/\(link)", withDestinationPath: target)
        #expect(
          failures("\(folder)/\(link)").writing
            == "cannot create container '\(folder)/\(link)': folder '\(folder)/none' does not exist; create it, or pass"
            + " another file")
      }
      try FileManager.default.createSymbolicLink(atPath: folder + "/loop", withDestinationPath: "loop")
      #expect(failures(folder + "/loop").writing?.hasPrefix("cannot write container '\(folder)/loop'") == true)
    }
  }
}
