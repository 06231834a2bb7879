extension Int {
  /// The number that `--limit` means: 0 and less are no limit.
  package var asLimit: Int { self <= 0 ? .max : self }

  /// The number that `--limit` means, and one more, which shows whether a list is complete.
  package var asLimitPlusOne: Int { asLimit == .max ? .max : self + 1 }
}
