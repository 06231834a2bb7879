/// An encoding of one byte per character whose bytes below 0x80 are ASCII.
struct OneByteEncoding {
  /// The characters of the bytes from 0x80, as UTF-8; empty for an undefined byte.
  private let upper: [[UInt8]]

  private static let indexes: [Substring: Int] = Dictionary(
    tables.indices.flatMap { index in tables[index].labels.split(separator: " ").map { ($0, index) } },
    uniquingKeysWith: { first, _ in first })

  /// Finds the encoding of a label in lower case; returns `nil` if no encoding of one byte has it.
  init?(label: String) {
    guard let index = Self.indexes[label[...]] else { return nil }
    let listed = Self.tables[index].upper.unicodeScalars.filter { $0 != "\n" }
    let controls = (0x80..<0xA0).compactMap(Unicode.Scalar.init).prefix(128 - listed.count)
    upper = (Array(controls) + listed).map { $0 == "." ? [] : Array(String($0).utf8) }
  }

  /// Appends bytes as UTF-8, up to the first undefined byte.
  /// - Returns: The number of bytes converted.
  func convert(_ bytes: ArraySlice<UInt8>, into text: inout [UInt8]) -> Int {
    for (index, byte) in bytes.enumerated() {
      if byte < 0x80 {
        text.append(byte)
      } else {
        let character = upper[Int(byte) - 0x80]
        if character.isEmpty { return index }
        text += character
      }
    }
    return bytes.count
  }
}
