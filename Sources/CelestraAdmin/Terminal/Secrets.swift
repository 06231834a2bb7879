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

  /// Returns an error for a private key in an argument or in a variable for something else. Values appear in messages and
  /// results. Only the file of a key, and the variables for keys, may have one.
  static func misplacedKey(arguments: [String], environment: [String: String] = [:]) -> String? {
    let advice = "contains a private key; pass the path of its file, or set CLOUDKIT_PRIVATE_KEY to its text"
    if arguments.contains(where: containsKey) { return "an argument \(advice)" }
    return environment.keys.sorted().first {
      ($0.hasPrefix("CLOUDKIT_") || $0.hasPrefix("CELESTRA_")) && !$0.hasPrefix("CLOUDKIT_PRIVATE_KEY")
        && containsKey(environment[$0] ?? "")
    }.map { "\($0) \(advice)" }
  }

  /// Whether a text contains a private key of CloudKit: PEM, or the start of its Base64.
  static func containsKey(_ text: String) -> Bool {
    // `String.contains` would search the program's conformances: 0.3 ms of each start (2026-11-24).
    let bytes = Array(text.utf8)
    return bytes.count >= 64
      && keyMarks.contains { mark in
        bytes.indices.contains { bytes[$0] == mark[0] && bytes[$0...].starts(with: mark) }
      }
  }

  /// SEC 1, and PKCS #8 with and without the public key. Sources: RFC 5915, RFC 5208.
  private static let keyMarks = ["PRIVATE KEY-----", "MHcCAQEEI", "MIGHAgEAMBMGByqGSM49", "MEECAQAwEwYHKoZIzj0"].map {
    Array($0.utf8)
  }
}
