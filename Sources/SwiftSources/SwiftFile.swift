package import Diagnostics

/// The tokens of a Swift file, with the partners of its brackets.
package struct SwiftFile: Sendable {
  package let source: SourceText
  package let tokens: [SwiftToken]
  /// The index of the closing bracket of each opening one; the number of tokens for one that is not closed.
  private let partners: [Int: Int]
  /// The first bracket without a partner.
  package let unbalanced: SourceRange?

  package init(_ source: SourceText) {
    self.source = source
    let tokens = SwiftLexer.lex(source)
    self.tokens = tokens
    var partners: [Int: Int] = [:]
    var open: [(index: Int, closing: String)] = []
    var unbalanced: SourceRange?
    for (index, token) in tokens.enumerated() where token.kind == .mark {
      if let closing = Self.closing[token.text] {
        open.append((index, closing))
      } else if Self.closings.contains(token.text) {
        guard let found = open.lastIndex(where: { $0.closing == token.text }) else {
          unbalanced = unbalanced ?? token.range
          continue
        }
        if found < open.count - 1 { unbalanced = unbalanced ?? tokens[open[found + 1].index].range }
        for (index, _) in open[(found + 1)...] { partners[index] = partners[index] ?? index }
        partners[open[found].index] = index
        open.removeSubrange(found...)
      }
    }
    for (index, _) in open {
      partners[index] = tokens.count
      unbalanced = unbalanced ?? tokens[index].range
    }
    self.partners = partners
    self.unbalanced = unbalanced
  }

  private static let closing = ["(": ")", "[": "]", "{": "}"]
  private static let closings: Set<String> = [")", "]", "}"]

  /// Returns a token; `nil` outside the file.
  package subscript(index: Int) -> SwiftToken? { tokens.indices.contains(index) ? tokens[index] : nil }

  /// Returns the tokens between an opening bracket and its partner; `nil` for another token.
  package func contents(of index: Int) -> Range<Int>? {
    partners[index].map { index + 1..<max(index + 1, $0) }
  }

  /// Returns the index after a token, or after the partner of an opening bracket.
  package func after(_ index: Int) -> Int {
    contents(of: index).map { min($0.upperBound + 1, tokens.count) } ?? index + 1
  }

  /// Returns the text of tokens without white space.
  package func text(_ range: Range<Int>) -> String { tokens[range.clamped(to: tokens.indices)].map(\.text).joined() }

  /// Returns the value of tokens that are one string literal.
  package func literal(_ range: Range<Int>) -> String? {
    guard range.count == 1, let token = self[range.lowerBound], token.kind == .string, token.isLiteral else {
      return nil
    }
    return token.text
  }

  /// Returns the arguments in parentheses by their labels, in their order.
  package func arguments(in range: Range<Int>) -> [(label: String?, value: Range<Int>)] {
    var arguments: [(label: String?, value: Range<Int>)] = []
    var start = range.lowerBound
    var index = start
    func add(_ end: Int) {
      guard start < end else { return }
      let isLabeled = tokens[start].kind == .word && start + 1 < end && tokens[start + 1].isMark(":")
      arguments.append(isLabeled ? (tokens[start].text, start + 2..<end) : (nil, start..<end))
    }
    while index < range.upperBound {
      if tokens[index].isMark(",") {
        add(index)
        start = index + 1
      }
      index = after(index)
    }
    add(min(range.upperBound, tokens.count))
    return arguments
  }
}
