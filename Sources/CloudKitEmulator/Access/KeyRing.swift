import CloudKitRecords
package import CloudKitWire
import Diagnostics

/// A server-to-server key as registered in CloudKit Console: the public key and the environments it is valid in.
package struct RegisteredKey: Sendable {
  package let id: String
  let key: VerificationKey
  /// The environments the key is valid in; Apple issues a key for one environment.
  let environments: Set<ContainerEnvironment>
  let roles: Set<String>

  package init(
    id: String, _ key: VerificationKey, environments: Set<ContainerEnvironment> = [.development, .production],
    roles: Set<String> = []
  ) {
    self.id = id
    self.key = key
    self.environments = environments
    self.roles = roles
  }
}

/// The registered keys of an emulator, which authenticate requests.
struct KeyRing: Sendable {
  /// Maximum difference between a request's date and the current time, in seconds (secondary sources quoting Apple).
  private static let validity = 600.0

  private let keys: [String: RegisteredKey]

  init(_ keys: [RegisteredKey]) {
    self.keys = Dictionary(keys.map { ($0.id, $0) }, uniquingKeysWith: { _, last in last })
  }

  /// Returns the user who signed a request.
  ///
  /// A signature can be reused until its date expires. Whether Apple detects reuse is unknown.
  /// - Throws: The same error for every cause. The log receives the actual cause, without the credentials.
  func user(of request: ServerRequest, for id: DatabaseID, at now: Timestamp) throws(Refusal) -> User {
    guard let keyID = request.header(SigningMessage.keyIDHeader),
      let date = request.header(SigningMessage.dateHeader),
      let signature = request.header(SigningMessage.signatureHeader)
    else { throw .unauthenticated("the request lacks one of the three headers of a server-to-server signature") }
    guard let key = keys[keyID] else { throw .unauthenticated("the key ID is not registered with the emulator") }
    guard key.environments.contains(id.environment) else {
      throw .unauthenticated("the key is not registered for \(id.environment.rawValue)")
    }
    guard let signed = Timestamp(iso8601: date), date.utf8.last == UInt8(ascii: "Z") else {
      throw .unauthenticated("the date is not ISO 8601 with Z")
    }
    guard abs(signed.seconds(since: now)) <= Self.validity else {
      throw .unauthenticated("the date is \(Int(abs(signed.seconds(since: now)))) s off, more than 600 s")
    }
    guard Self.messages(of: request, date: date).contains(where: { key.key.verifies(signature, of: $0) }) else {
      throw .unauthenticated("the signature does not match the key, date, body, and path")
    }
    return User(keyID: keyID, container: id.container, roles: key.roles)
  }

  /// Returns the messages that a client may have signed. Existing clients sign a path with or without its query. For a
  /// request without a body, they sign the hash of an empty body or omit the hash.
  private static func messages(of request: ServerRequest, date: String) -> [[UInt8]] {
    let paths = request.target == request.path ? [request.target] : [String(request.path), request.target]
    return paths.flatMap { path in
      [SigningMessage.bytes(date: date, body: request.body, path: path)]
        + (request.body.isEmpty ? [SigningMessage.bytesWithoutHash(date: date, path: path)] : [])
    }
  }
}

/// The user who sends a request. Each server-to-server key is a user of its own.
struct User: Sendable {
  /// The user's record name: an underscore and 32 hexadecimal digits, as in CloudKit.
  let recordName: RecordName
  let roles: Set<String>

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
