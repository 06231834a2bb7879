import Diagnostics

extension JSONParser {
  /// Reports a mistake at the cursor that makes the rest of the text unreadable.
  mutating func fail(_ rule: String, _ message: String, help: String?) -> Bool {
    stop = stop ?? cursor
    report(rule, message, help: help)
    return false
  }

  /// Reports a mistake at the cursor.
  mutating func report(_ rule: String, _ message: String, help: String?) {
    var end = min(cursor + 1, bytes.count)
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    diagnostics.append(
      Diagnostic(
        .error, rule: rule, message, file: name, range: SourceRange(cursor, end), path: path()?.description, help: help)
    )
  }

  /// Reports a missing or extra comma, with the edit that fixes it.
  mutating func report(_ rule: String, _ message: String, _ range: SourceRange, insertComma: Bool) {
    let edit =
      insertComma
      ? Fix.Edit(range: SourceRange(range.start, range.start), replacement: ", ")
      : Fix.Edit(range: range, replacement: "")
    diagnostics.append(
      Diagnostic(
        .error, rule: rule, message, file: name, range: range, path: path()?.description,
        help: insertComma ? "insert a comma" : "remove the comma",
        fix: Fix(insertComma ? "insert a comma" : "remove the comma", edits: [edit])))
  }

  func character(_ byte: UInt8) -> Character { Character(Unicode.Scalar(byte)) }

  /// Returns the path of the current value; `nil` at the top level.
  private func path() -> JSONPath? {
    var path: JSONPath?
    for frame in stack {
      if !frame.isObject {
        path = (path ?? .root).element(max(0, frame.position - 1))
      } else if frame.position > 0 {
        path = (path ?? .root).key(text(ofKey: frame.position, longest: 256))
      }
    }
    return path
  }

  private func text(ofKey index: Int, longest: Int = .max) -> String {
    let node = nodes.indices.contains(index) ? nodes[index] : nil
    guard let node else { return "" }
    let slice = Array(bytes[Int(node.start) + 1..<Int(node.end) - 1].prefix(longest))
    return node.kind == .escapedString ? JSONEscapes.decode(slice[...]) : String(decoding: slice, as: UTF8.self)
  }

  /// Reports an object's repeated keys, because it is ambiguous which value is meant.
  mutating func reportRepeatedKeys(of object: Int) {
    var keys: [Int] = []
    var index = object + 1
    while index + 1 < nodes.count {
      keys.append(index)
      index += 1 + nodes[index + 1].span
    }
    guard keys.count > 1 else { return }
    // A few keys are compared in pairs. Many keys go through a set, whose seeded hash resists collision attacks.
    if keys.count <= 24 {
      for (position, key) in keys.enumerated() where keys[..<position].contains(where: { isSameKey($0, key) }) {
        reportRepeated(key)
      }
    } else {
      var seen: Set<String> = []
      for key in keys where !seen.insert(text(ofKey: key)).inserted { reportRepeated(key) }
    }
  }

  private func isSameKey(_ lhs: Int, _ rhs: Int) -> Bool {
    let left = nodes[lhs]
    let right = nodes[rhs]
    if left.kind == .string, right.kind == .string {
      guard left.end - left.start == right.end - right.start else { return false }
      return bytes[Int(left.start)..<Int(left.end)].elementsEqual(bytes[Int(right.start)..<Int(right.end)])
    }
    return text(ofKey: lhs).utf8.elementsEqual(text(ofKey: rhs).utf8)
  }

  private mutating func reportRepeated(_ key: Int) {
    stack[stack.count - 1].position = key
    diagnostics.append(
      Diagnostic(
        .error, rule: "json-repeated-key", "duplicate key", file: name,
        range: SourceRange(Int(nodes[key].start), Int(nodes[key].end)), path: path()?.description,
        help: "remove one of the keys"))
  }
}
