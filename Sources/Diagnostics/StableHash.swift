/// A hash that is the same in every process and on every machine, for stored and shared values.
///
/// Source: FNV-1a with 64 bits (Fowler, Noll, Vo). Collisions can be constructed.
package struct StableHash: Hashable, Sendable {
  /// The hash of the bytes added so far.
  package private(set) var value: UInt64

  /// `start` continues an earlier hash.
  package init(_ bytes: some Sequence<UInt8> = EmptyCollection(), from start: UInt64 = 0xCBF2_9CE4_8422_2325) {
    value = start
    add(bytes)
  }

  package mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { add(byte) }
  }

  package mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }

  /// The value as 16 hexadecimal digits.
  package var hexadecimal: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// The value after the final step of MurmurHash3, for uses of the low bits, which FNV-1a mixes poorly.
  package var mixed: UInt64 {
    var hash = (value ^ (value >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    hash = (hash ^ (hash >> 33)) &* 0xC4CE_B9FE_1A85_EC53
    return hash ^ (hash >> 33)
  }
}
