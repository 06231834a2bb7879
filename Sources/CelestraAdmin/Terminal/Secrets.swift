/// Values that must not appear in output.
enum Secrets {
  /// Returns a text without the values of token variables and without the text of private keys.
  static func redacted(_ text: String) -> String {
    let withoutTokens = TokenVariable.all.reduce(text) {
      $1.value.utf8.count > 3 ? $0.replacing($1.value, with: "…") : $0
    }
    return withoutTokens.replacing(
      /-----BEGIN [^-]*PRIVATE KEY-----(?!')(?:(?!-----END)(?s:.))*(?:-----END [^-]*-----)?/,
      with: "(the text of a private key)")
  }
}
