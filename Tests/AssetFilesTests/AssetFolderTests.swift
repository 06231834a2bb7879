import AssetFiles
import CloudKitRecords
import Foundation
import Testing

@Suite("Files of assets")
struct AssetFolderTests {
  private static func withFolder(_ body: (AssetFolder) async throws -> Void) async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "assets-\(UUID().uuidString)").path
    let folder = AssetFolder(path)
    try folder.create()
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await body(folder)
  }

  private static func asset(_ content: [UInt8]) -> Asset {
    Asset(fileChecksum: AssetChecksum(of: content).text, size: Int64(content.count))
  }

  private static func names(in folder: AssetFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  // Computed with Python's hashlib.
  @Test(
    "the checksum is 0x01 and a salted SHA-1",
    arguments: [("", "AW2cWT2PxzWixMKuuNMTHJ8CJ3sH"), ("hello", "AcW96XzA8CMFcrVWfJyAAy8aWWE6")])
  func checksum(content: String, expected: String) {
    #expect(AssetChecksum(of: Array(content.utf8)).text == expected)
    var inParts = AssetChecksum()
    for byte in content.utf8 { inParts.update([byte]) }
    #expect(inParts.text == expected)
  }

  @Test("a file has the name of its checksum, and is checked for presence, size, and content")
  func states() async throws {
    try await Self.withFolder { folder in
      let asset = Self.asset(Array("hello".utf8))
      #expect(try folder.check(asset) == .missing && !folder.has(asset))
      try await folder.add(asset, content: Array("hello".utf8))
      #expect(try Self.names(in: folder) == ["01c5bde97cc0f0230572b5567c9c80032f1a59613a"])
      #expect(try folder.check(asset) == .intact && folder.has(asset))
      #expect(try folder.content(ofChecksum: asset.fileChecksum) == Array("hello".utf8))
      let file = URL(filePath: folder.path(of: asset))
      try Data("hellO".utf8).write(to: file)
      #expect(try folder.check(asset) == .damaged && folder.has(asset))
      try Data("hell".utf8).write(to: file)
      #expect(try folder.check(asset) == .otherSize(4) && !folder.has(asset))
    }
  }

  @Test("what could not be written or is of another size leaves nothing in the folder")
  func failures() async throws {
    try await Self.withFolder { folder in
      let asset = Self.asset([1, 2, 3])
      await #expect(throws: AssetError.refused("the file has 2 bytes instead of 3")) {
        try await folder.add(asset, content: [1, 2])
      }
      await #expect(throws: AssetError.refused("gone")) {
        try await folder.add(asset) { (path) throws(AssetError) in
          _ = FileManager.default.createFile(atPath: path, contents: Data([1, 2, 3]))
          throw .refused("gone")
        }
      }
      let names = try Self.names(in: folder)
      #expect(names == [])
    }
  }

  @Test("content with another checksum than CloudKit states is kept, and checked by its own")
  func otherChecksum() async throws {
    try await Self.withFolder { folder in
      let asset = Asset(fileChecksum: "AQ==", size: 3)
      let isEqual = try await folder.add(asset) { (path) throws(AssetError) in
        _ = FileManager.default.createFile(atPath: path, contents: Data([1, 2, 3]))
      }
      #expect(!isEqual)
      #expect(try folder.check(asset) == .intact)
      try Data([1, 2, 4]).write(to: URL(filePath: folder.path(of: asset)))
      #expect(try folder.check(asset) == .damaged)
      #expect(folder.count(besides: []) == 1 && folder.count(besides: [folder.path(of: asset)]) == 0)
    }
  }

  @Test("a folder is locked, and what a killed run left is removed")
  func lock() async throws {
    try await Self.withFolder { folder in
      _ = FileManager.default.createFile(atPath: folder.path + "/.partial-1", contents: Data([1]))
      try await folder.add(Self.asset([1]), content: [1])
      let lock = try folder.lock()
      #expect(try Self.names(in: folder) == [".lock", "01" + folder.path(of: Self.asset([1])).suffix(40)])
      #expect(throws: AssetError.self) { try folder.lock() }
      withExtendedLifetime(lock) {}
    }
  }

  @Test("a file that is missing has no content, and is no failure")
  func missing() async throws {
    try await Self.withFolder { folder in
      let content = try folder.content(ofChecksum: AssetChecksum(of: [1]).text)
      #expect(content == nil)
    }
  }

  @Test("a checksum that is not base64 cannot leave the folder")
  func oddChecksum() {
    #expect(AssetFolder("f").path(ofChecksum: "../x") == "f/2e2e2f78")
  }
}
