import CloudKitRecords
import Diagnostics

/// Whom a request is made by. A server-to-server key is a user of its own.
struct User: Sendable {
  /// The user's record name: an underscore and 32 hexadecimal digits, as Apple has them.
  let recordName: RecordName
  /// The custom roles the user has.
  let roles: Set<String>

  /// The user of a key in a container.
  init(keyID: String, container: String, roles: Set<String>) {
    // The same in every run, so that a container file keeps its creators; nothing here needs to be hard to guess.
    let halves = ["a", "b"].map { half in
      StableHash((half + container + "/" + keyID).utf8).value
    }
    var random = SeededRandom(seed: halves[0], stream: halves[1])
    recordName = RecordName("_" + random.hexadecimal())
    self.roles = roles
  }
}
