extension [String] {
  /// Returns the texts one after another, with a separator between them.
  ///
  /// The standard library's function searches the program's conformances first: a tenth of the time of a `schema lint`
  /// with findings (2026-11-24).
  package func joined(separator: String = "") -> String {
    guard var text = first else { return "" }
    for part in dropFirst() {
      text += separator
      text += part
    }
    return text
  }
}
