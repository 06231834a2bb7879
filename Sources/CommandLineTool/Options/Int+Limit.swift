extension Int {
  /// The number that `--limit` means: 0 is no limit.
  package var asLimit: Int { self == 0 ? .max : self }
}
