extension Int {
  /// Returns the number with its noun: `1 feed`, `2 feeds`.
  package func of(_ noun: String, _ plural: String? = nil) -> String {
    "\(self) \(self == 1 ? noun : plural ?? noun + "s")"
  }
}
