import Crypto
import Foundation

/// CloudKit's checksum of a file, which depends only on the content: 0x01 and a SHA-1, in base64.
///
/// Apple does not document it. Independent programs for iCloud Photos and Messages compute it like this and report that
/// it matches their downloads (collected 2026-11). Whether every public database does the same is unknown.
package struct AssetChecksum {
  private static let salt = Array("com.apple.XattrObjectSalt\0com.apple.DataObjectSalt\0".utf8)

  private var hash = Insecure.SHA1()

  package init() { hash.update(data: Self.salt) }

  package init(of content: [UInt8]) {
    self.init()
    update(content[...])
  }

  package mutating func update(_ bytes: ArraySlice<UInt8>) { hash.update(data: bytes) }

  /// The checksum as records state it.
  package var text: String { Data([1] + hash.finalize()).base64EncodedString() }
}
