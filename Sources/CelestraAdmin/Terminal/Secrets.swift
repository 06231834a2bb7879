/// Values that must not appear in output.
enum Secrets {
  /// Returns a text without the values of token variables and without private keys, which users pass in place of a path.
  static func redacted(_ text: String) -> String {
    let withoutTokens = TokenVariable.all.reduce(text) {
      $1.value.utf8.count > 3 ? $0.replacing($1.value, with: "…") : $0
    }
    // The message of a file without a key quotes the line that begins one.
    return withoutTokens.replacing(
      /-----BEGIN [^-]*PRIVATE KEY-----(?!')(?:(?!-----END)(?s:.))*(?:-----END [^-]*-----)?/,
      with: "(the text of a private key)")
  }

  /// Returns the error message for a private key in an argument, or in an environment variable that is not for keys;
  /// `nil` if there is none. Messages and results would show it.
  static func misplacedKey(arguments: [String], environment: [String: String] = [:]) -> String? {
    let advice = "contains a private key; pass the path of its file, or set CLOUDKIT_PRIVATE_KEY to its text"
    if arguments.contains(where: containsKey) { return "an argument \(advice)" }
    return environment.keys.sorted().first {
      ($0.hasPrefix("CLOUDKIT_") || $0.hasPrefix("CELESTRA_")) && !$0.hasPrefix("CLOUDKIT_PRIVATE_KEY")
        && containsKey(environment[$0] ?? "")
    }.map { "\($0) \(advice)" }
  }

  /// Whether a text contains a PEM private key, or begins the Base64 of one (SEC 1, and PKCS #8 with and without the
  /// public key). Sources: RFC 5915, RFC 5208.
  private static func containsKey(_ text: String) -> Bool {
    guard text.utf8.count >= 64 else { return false }
    // `String.contains` would search the program's conformances: 0.3 ms of each start (2026-11-24).
    let bytes = Array(text.utf8)
    return containsPEMKey(bytes)
      || ["MHcCAQEEI", "MIGHAgEAMBMGByqGSM49", "MEECAQAwEwYHKoZIzj0"].contains { mark in
        bytes.indices.contains { bytes[$0] == UInt8(ascii: "M") && bytes[$0...].starts(with: mark.utf8) }
      }
  }

  /// Whether bytes contain a PEM private key: its first line with the start of its Base64, or of an encrypted key's
  /// headers. The line breaks may be written as `\n`. Source: RFC 7468, section 2.
  static func containsPEMKey(_ bytes: [UInt8]) -> Bool {
    func isSpace(_ byte: UInt8) -> Bool { byte <= 0x20 || [UInt8](#"\nr"#.utf8).contains(byte) }
    func isBase64(_ byte: UInt8) -> Bool {
      (0x61...0x7A).contains(byte | 0x20) || (0x2F...0x39).contains(byte) || byte == UInt8(ascii: "+")
    }
    let hyphen = UInt8(ascii: "-")
    var offset = 0
    // Every fifth byte is read: one of five hyphens is among them.
    while offset < bytes.count {
      guard bytes[offset] == hyphen else {
        offset += 5
        continue
      }
      let start = bytes[..<offset].lastIndex { $0 != hyphen } ?? 0
      let rest = bytes[offset...].drop { $0 == hyphen }
      offset = rest.startIndex
      guard offset - start > 5, bytes[...start].suffix(11).elementsEqual("PRIVATE KEY".utf8) else { continue }
      let body = rest.drop(while: isSpace)
      if body.prefix(32).count(where: isBase64) == 32 || body.starts(with: "Proc-Type:".utf8) { return true }
    }
    return false
  }
}
