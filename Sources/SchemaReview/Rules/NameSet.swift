import CloudKitSchema
import Diagnostics

/// A set of names that is searched without creating a string for each name of a file.
struct NameSet {
  private let names: Set<String>
  /// The lengths of names by first byte, one bit per length; the last bit stands for 63 bytes or more. Rejects most
  /// other names.
  private let lengths: [UInt64]

  init(_ names: some Sequence<String>) {
    self.names = Set(names)
    var lengths = [UInt64](repeating: 0, count: 256)
    for name in self.names { lengths[Int(name.utf8.first ?? 0)] |= Self.bit(name.utf8.count) }
    self.lengths = lengths
  }

  func contains(_ token: Int, of file: SchemaFile) -> Bool {
    let range = file.nameRange(token)
    guard range.start < range.end else { return names.contains("") }
    return lengths[Int(file.source.bytes[range.start])] & Self.bit(range.end - range.start) != 0
      && names.contains(file.name(token))
  }

  private static func bit(_ length: Int) -> UInt64 { 1 << UInt64(min(63, length)) }
}
