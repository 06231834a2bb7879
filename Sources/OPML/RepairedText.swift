import Diagnostics

/// A text after its repairs, with the way back to the places of the text before them.
struct RepairedText {
  /// Repairs that are kept one by one: a text with more is noise, and would cost a hundred times its size.
  static let maximumKept = 100_000

  private(set) var bytes: [UInt8] = []
  /// The first of the repairs, in the order of the text.
  private(set) var repairs: [Repair] = []
  /// How many there are.
  private(set) var count = 0
  /// Where the two texts go on together after a change, in both.
  private var resumptions: [(here: Int, original: Int)] = []

  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  mutating func copy(_ original: ArraySlice<UInt8>) { bytes += original }

  /// Puts something in the place of the bytes of a range, all before it having been copied.
  mutating func replace(_ range: SourceRange, by replacement: some Sequence<UInt8>, _ repair: Repair) {
    bytes += replacement
    resumptions.append((bytes.count, range.end))
    count += 1
    if repairs.count < Self.maximumKept { repairs.append(repair) }
  }

  /// The range in the text before the repairs.
  func original(_ range: SourceRange) -> SourceRange { SourceRange(original(range.start), original(range.end)) }

  private func original(_ offset: Int) -> Int {
    var low = 0
    var high = resumptions.count
    while low < high {
      let middle = (low + high) / 2
      if resumptions[middle].here <= offset { low = middle + 1 } else { high = middle }
    }
    let last = low > 0 ? resumptions[low - 1] : (here: 0, original: 0)
    let exact = last.original + offset - last.here
    return low < resumptions.count ? min(exact, resumptions[low].original) : exact
  }

  /// What the user is told of the repairs; by line where the places mean nothing to him.
  func diagnostics(of source: SourceText, before: [UInt8], hasPlaces: Bool) -> [Diagnostic] {
    var line = 1
    var counted = 0
    var diagnostics = repairs.map { repair in
      if !hasPlaces {
        line += before[counted..<repair.range.start].count { $0 == 0x0A }
        counted = repair.range.start
      }
      return repair.diagnostic(in: source.name, line: hasPlaces ? nil : line)
    }
    if count > repairs.count {
      diagnostics.append(
        Diagnostic(
          .warning, rule: "repairs", "\(count - repairs.count) more repairs are not told one by one",
          file: source.name, help: "export the list again"))
    }
    return diagnostics
  }
}
