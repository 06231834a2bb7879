/// An encoding of one byte per character whose bytes below 0x80 are ASCII.
struct OneByteEncoding {
  /// The characters of the bytes from 0x80; `nil` for an undefined byte.
  private let upper: [Unicode.Scalar?]

  private static let indexes: [Substring: Int] = Dictionary(
    tables.indices.flatMap { index in tables[index].labels.split(separator: " ").map { ($0, index) } },
    uniquingKeysWith: { first, _ in first })

  /// Finds the encoding of a label in lower case; returns `nil` if no encoding of one byte has it.
  init?(label: String) {
    guard let index = Self.indexes[label[...]] else { return nil }
    let listed = Self.tables[index].upper.unicodeScalars.filter { $0 != "\n" }
    let controls = (0x80..<0xA0).compactMap(Unicode.Scalar.init).prefix(128 - listed.count)
    upper = (Array(controls) + listed).map { $0 == "." ? nil : $0 }
  }

  /// Returns the character of a byte; `nil` if it is undefined.
  func character(_ byte: UInt8) -> Unicode.Scalar? { byte < 0x80 ? Unicode.Scalar(byte) : upper[Int(byte) - 0x80] }

  /// Appends bytes as UTF-8, up to the first undefined byte.
  /// - Returns: The number of bytes converted.
  func convert(_ bytes: ArraySlice<UInt8>, into text: inout [UInt8]) -> Int {
    for (index, byte) in bytes.enumerated() {
      guard let character = character(byte) else { return index }
      text += String(character).utf8
    }
    return bytes.count
  }
}
