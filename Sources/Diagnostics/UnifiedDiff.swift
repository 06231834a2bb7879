/// A line-by-line comparison of two texts in the format of `diff -u`, which `patch` reads.
package struct UnifiedDiff {
  private typealias Line = ArraySlice<UInt8>

  /// A line of the result: unchanged (` `), removed (`-`), or inserted (`+`).
  private struct Edit {
    let mark: Character
    let line: Line
    /// The number of lines before this one in each text.
    let old, new: Int
  }

  /// The number of unchanged lines shown around a change.
  private static let context = 3

  private var output = ""

  /// Returns the differences between two texts; empty for equal texts.
  package static func text(from old: SourceText, to new: SourceText) -> String {
    guard old.bytes != new.bytes else { return "" }
    var diff = UnifiedDiff()
    diff.output = "--- \(old.name)\n+++ \(new.name)\n"
    diff.write(edits(from: lines(old.bytes), to: lines(new.bytes)))
    return diff.output
  }

  /// Returns the lines of a text with their line ends. Like `diff`, it does not end a line at a lone CR.
  private static func lines(_ bytes: [UInt8]) -> [Line] {
    var lines: [Line] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
      lines.append(bytes[start..<end])
      start = end
    }
    return lines
  }

  /// Longer stretches are shown as replaced, because a comparison takes quadratic time.
  private static let maximumComparedLines = 4_000

  private static func edits(from old: [Line], to new: [Line]) -> [Edit] {
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = zip(old[start...].reversed(), new[start...].reversed()).prefix { $0 == $1 }.count
    let (removed, inserted) = differences(from: old[start..<old.count - end], to: new[start..<new.count - end])
    var edits: [Edit] = []
    var (nextOld, nextNew) = (0, 0)
    while nextOld < old.count || nextNew < new.count {
      if removed.contains(nextOld) {
        edits.append(Edit(mark: "-", line: old[nextOld], old: nextOld, new: nextNew))
        nextOld += 1
      } else if inserted.contains(nextNew) {
        edits.append(Edit(mark: "+", line: new[nextNew], old: nextOld, new: nextNew))
        nextNew += 1
      } else {
        edits.append(Edit(mark: " ", line: old[nextOld], old: nextOld, new: nextNew))
        (nextOld, nextNew) = (nextOld + 1, nextNew + 1)
      }
    }
    return edits
  }

  /// Returns the indices of the lines that are in only one of two stretches.
  private static func differences(
    from old: ArraySlice<Line>, to new: ArraySlice<Line>
  ) -> (removed: Set<Int>, inserted: Set<Int>) {
    guard old.count + new.count <= maximumComparedLines else { return (Set<Int>(old.indices), Set<Int>(new.indices)) }
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): removed.insert(old.startIndex + offset)
      case .insert(let offset, _, _): inserted.insert(new.startIndex + offset)
      }
    }
    return (removed, inserted)
  }

  private mutating func write(_ edits: [Edit]) {
    var index = 0
    while let first = edits[index...].firstIndex(where: { $0.mark != " " }) {
      // Changes whose contexts touch share a hunk.
      var last = first
      var next = first + 1
      while next < edits.count, next - last <= 2 * Self.context + 1 {
        if edits[next].mark != " " { last = next }
        next += 1
      }
      let end = min(edits.count, last + Self.context + 1)
      write(hunk: edits[max(index, first - Self.context)..<end])
      index = end
    }
  }

  private mutating func write(hunk: ArraySlice<Edit>) {
    guard let first = hunk.first else { return }
    let old = Self.range(from: first.old, count: hunk.count { $0.mark != "+" })
    let new = Self.range(from: first.new, count: hunk.count { $0.mark != "-" })
    output += "@@ -\(old) +\(new) @@\n"
    for edit in hunk {
      output.append(edit.mark)
      output += String(decoding: edit.line, as: UTF8.self)
      if edit.line.last != 0x0A { output += "\n\\ No newline at end of file\n" }
    }
  }

  /// Returns a range of lines for a hunk header; an empty range names the line before it.
  private static func range(from start: Int, count: Int) -> String {
    count == 1 ? "\(start + 1)" : "\(count == 0 ? start : start + 1),\(count)"
  }
}
