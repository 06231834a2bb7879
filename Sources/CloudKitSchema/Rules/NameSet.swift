import Diagnostics

/// Names a rule knows, asked for without a string made of each name of a file.
struct NameSet {
  private let names: Set<String>
  /// A bit for each length a name has, the last for all of 63 bytes and more: hardly any other name gets further.
  private let lengths: UInt64

  /// A set of names.
  init(_ names: some Sequence<String>) {
    self.names = Set(names)
    lengths = self.names.reduce(0) { $0 | 1 << UInt64(min(63, $1.utf8.count)) }
  }

  /// Whether a token of a file spells one of the names.
  func contains(_ token: Int, of file: SchemaFile) -> Bool {
    let range = file.nameRange(token)
    return lengths >> UInt64(min(63, range.end - range.start)) & 1 == 1 && names.contains(file.name(token))
  }
}
