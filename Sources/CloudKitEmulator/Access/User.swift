import CloudKitRecords
import Diagnostics

/// The user who sends a request. Each server-to-server key is a user of its own.
struct User: Sendable {
  /// The user's record name: an underscore and 32 hexadecimal digits, as in CloudKit.
  let recordName: RecordName
  /// The user's custom roles.
  let roles: Set<String>

  /// Creates the user of a key in a container.
  init(keyID: String, container: String, roles: Set<String>) {
    // The name is the same in every run, so that a container file keeps its creators. It need not be unpredictable.
    let halves = ["a", "b"].map { half in
      StableHash((half + container + "/" + keyID).utf8).value
    }
    var random = SeededRandom(seed: halves[0], stream: halves[1])
    recordName = RecordName("_" + random.hexadecimal())
    self.roles = roles
  }
}
