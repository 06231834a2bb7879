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
}
