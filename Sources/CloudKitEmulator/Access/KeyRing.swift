import CloudKitRecords
package import CloudKitWire

/// A server-to-server key as CloudKit Console knows it: the public half, and where it counts.
package struct RegisteredKey: Sendable {
  /// The id that requests name it by.
  package let id: String
  private let key: VerificationKey
  /// Where it counts; Apple's keys are made for one environment.
  let environments: Set<DatabaseID.Environment>
  /// The custom roles its user has.
  let roles: Set<String>

  /// A key.
  package init(
    id: String, _ key: VerificationKey, environments: Set<DatabaseID.Environment> = [.development, .production],
    roles: Set<String> = []
  ) {
    self.id = id
    self.key = key
    self.environments = environments
    self.roles = roles
  }

  /// Whether a signature is one of a message.
  func verifies(_ signature: String, of message: [UInt8]) -> Bool { key.verifies(signature, of: message) }
}

/// The keys an emulator knows, and what a request has to bring to be one of theirs.
struct KeyRing: Sendable {
  /// How far a request's date may be from now, in seconds (secondary sources quote Apple so).
  private static let validity = 600.0

  private static let keyIDHeader = SigningMessage.keyIDHeader.lowercased()
  private static let dateHeader = SigningMessage.dateHeader.lowercased()
  private static let signatureHeader = SigningMessage.signatureHeader.lowercased()

  private let keys: [String: RegisteredKey]

  init(_ keys: [RegisteredKey]) {
    self.keys = Dictionary(keys.map { ($0.id, $0) }, uniquingKeysWith: { _, last in last })
  }

  /// The user a request is made by.
  ///
  /// A signature can be used again until its date is too old: that Apple would notice is not known.
  /// - Throws: always the same to the client; the true cause is for the log, and has no part of what was sent.
  func user(of request: ServerRequest, for id: DatabaseID, at now: Timestamp) throws(Refusal) -> User {
    guard let keyID = request.header(Self.keyIDHeader), let date = request.header(Self.dateHeader),
      let signature = request.header(Self.signatureHeader)
    else { throw .unauthenticated("the request has no server-to-server signature: three headers belong to it") }
    guard let key = keys[keyID] else { throw .unauthenticated("the key id is none the emulator was given") }
    guard key.environments.contains(id.environment) else {
      throw .unauthenticated("the key does not count in \(id.environment.rawValue)")
    }
    guard let signed = Timestamp(iso8601: date), date.utf8.last == UInt8(ascii: "Z") else {
      throw .unauthenticated("the date is not one of ISO 8601 with Z")
    }
    guard abs(signed.seconds(since: now)) <= Self.validity else {
      throw .unauthenticated("the date is \(Int(abs(signed.seconds(since: now)))) s off, more than 600 s")
    }
    guard Self.messages(of: request, date: date).contains(where: { key.verifies(signature, of: $0) }) else {
      throw .unauthenticated("the signature is not the key's, or not of this date, body and path")
    }
    return User(keyID: keyID, container: id.container, roles: key.roles)
  }

  /// What a client may have signed: clients in use sign a path with or without its query, and for a request without a
  /// body the hash of nothing, or no hash.
  private static func messages(of request: ServerRequest, date: String) -> [[UInt8]] {
    let paths = request.target == request.path ? [request.target] : [String(request.path), request.target]
    return paths.flatMap { path in
      [SigningMessage.bytes(date: date, body: request.body, path: path)]
        + (request.body.isEmpty ? [SigningMessage.bytesWithoutHash(date: date, path: path)] : [])
    }
  }
}
