import CloudKitSchema
import Diagnostics

/// Names a rule knows, asked for without a string made of each name of a file.
struct NameSet {
  private let names: Set<String>
  /// For each first byte a bit for each length a name has, the last for all of 63 bytes and more: hardly any other name
  /// gets further.
  private let lengths: [UInt64]

  /// A set of names.
  init(_ names: some Sequence<String>) {
    self.names = Set(names)
    var lengths = [UInt64](repeating: 0, count: 256)
    for name in self.names { lengths[Int(name.utf8.first ?? 0)] |= Self.bit(name.utf8.count) }
    self.lengths = lengths
  }

  /// Whether a token of a file spells one of the names.
  func contains(_ token: Int, of file: SchemaFile) -> Bool {
    let range = file.nameRange(token)
    guard range.start < range.end else { return names.contains("") }
    return lengths[Int(file.source.bytes[range.start])] & Self.bit(range.end - range.start) != 0
      && names.contains(file.name(token))
  }

  private static func bit(_ length: Int) -> UInt64 { 1 << UInt64(min(63, length)) }
}
