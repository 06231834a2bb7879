import Foundation

/// Random damage to documents, similar to damage by people, templates, and networks.
package struct Damage {
  /// The number of rounds of a fuzz test: `CELESTRA_FUZZ_ITERATIONS` divided by their cost, or a default.
  /// - Parameter cost: How many documents a parser reads in about the time of one round, so that a million rounds of all
  ///   tests take hours and not days.
  package static func iterations(_ count: Int, cost: Int = 1) -> Int {
    let stated = ProcessInfo.processInfo.environment["CELESTRA_FUZZ_ITERATIONS"].flatMap(Int.init)
    return stated.map { max(1, $0 / cost) } ?? count
  }

  private let pieces: [[UInt8]]
  private var random: SeededGenerator

  package init(inserting pieces: [String], seed: UInt64) {
    self.pieces = pieces.map { Array($0.utf8) }
    random = SeededGenerator(seed: seed)
  }

  /// Returns one of some documents with one to six changes.
  package mutating func damaged(_ documents: [[UInt8]]) -> [UInt8] {
    guard var bytes = documents.randomElement(using: &random) else { return [] }
    for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      let end = min(bytes.count, place + Int.random(in: 1...40, using: &random))
      switch Int.random(in: 0..<9, using: &random) {
      case 0: bytes.removeSubrange(place..<end)
      case 1: bytes.remove(at: place)
      case 2: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 3: bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &random))
      case 4: bytes.removeSubrange(end...)
      case 5: bytes.swapAt(place, end - 1)
      default: bytes.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: place)
      }
    }
    return bytes
  }
}
