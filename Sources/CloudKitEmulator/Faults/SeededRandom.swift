/// A pseudorandom number generator with reproducible output: SplitMix64.
///
/// Source: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
struct SeededRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// Creates a generator for one of many streams of a seed.
  init(seed: UInt64, stream: UInt64) {
    var first = SeededRandom(seed: seed)
    self.init(seed: first.next() ^ (stream &* 0xD1B5_4A32_D192_ED03))
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func happens(_ probability: Double) -> Bool {
    // Every call draws a number, even for a certain event, so that one probability does not shift the draws of others.
    Double(next() >> 11) / Double(1 << 53) < probability
  }

  mutating func hexadecimal() -> String {
    [next(), next()].map { number in
      let digits = String(number, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// Returns a name like the ones CloudKit creates: the text of a random UUID.
  mutating func uuid() -> String {
    var digits = Array(hexadecimal().uppercased())
    digits[12] = "4"
    // The variant of RFC 9562.
    digits[16] = ["8", "9", "A", "B"][(digits[16].hexDigitValue ?? 0) % 4]
    return String(digits[0..<8]) + "-" + String(digits[8..<12]) + "-" + String(digits[12..<16]) + "-"
      + String(digits[16..<20]) + "-" + String(digits[20...])
  }
}
