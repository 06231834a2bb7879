/// GitHub-flavored Markdown with untrusted texts.
package enum Markdown {
  /// Returns a text escaped for one line of Markdown. With entities, which are for pages of GitHub, it neither mentions
  /// users nor refers to issues.
  ///
  /// Source: CommonMark 0.31, Backslash escapes.
  package static func escaped(_ text: String, withEntities: Bool = true) -> String {
    var escaped = ""
    let line = DisplayText.line(text)
    for scalar in (withEntities ? unlinked(line) : line).unicodeScalars {
      switch scalar {
      case "&" where withEntities: escaped += "&amp;"
      case "<" where withEntities: escaped += "&lt;"
      case ">" where withEntities: escaped += "&gt;"
      case "&", "<", ">", "\\", "`", "*", "_", "[", "]", "#", "|", "~":
        escaped += "\\"
        escaped.unicodeScalars.append(scalar)
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Returns a sentence of this program, escaped for one line of Markdown except for its code spans.
  package static func escaped(keepingCode sentence: String) -> String {
    let parts = sentence.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    guard !parts.count.isMultiple(of: 2) else { return escaped(sentence) }
    return zip(0..., parts).map { index, part in
      index.isMultiple(of: 2) ? escaped(part) : "`\(DisplayText.line(part))`"
    }.joined()
  }

  /// Returns a text that mentions no user and refers to no issue on GitHub, which decodes entities and escapes before
  /// it links: a zero-width space follows each `@`, and is before the number in `#7`, `GH-7`, `issues/7`, and `pull/7`.
  package static func unlinked(_ text: String) -> String {
    let links = #/@|(?:#|gh-|issues\/|pull\/)(?=\d)/#.ignoresCase().matchingSemantics(.unicodeScalar)
    return text.replacing(links) { $0.output + "\u{200B}" }
  }

  /// Returns a text for the label of a link in a list that people keep: only what Markdown would read otherwise has a
  /// backslash.
  package static func label(_ text: String) -> String {
    var label = ""
    for index in text.indices {
      let isSign =
        text[index] == "&" ? text[index...].prefixMatch(of: /&#?\w+;/) != nil : "<\\`*_[]".contains(text[index])
      label += isSign ? "\\\(text[index])" : "\(text[index])"
    }
    return label
  }

  /// Returns the text that a label shows: without the backslashes of escapes, and with the characters of XML's
  /// entities.
  package static func text(ofLabel label: some StringProtocol) -> String {
    guard label.contains(where: { $0 == "\\" || $0 == "&" }) else { return String(label) }
    let entities: [(name: String, text: Character)] = [
      ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"),
    ]
    var text = ""
    var rest = label[...]
    while let first = rest.first {
      if first == "\\", let next = rest.dropFirst().first, next.isASCII, next.isPunctuation || next.isSymbol {
        text.append(next)
        rest = rest.dropFirst(2)
      } else if first == "&", let entity = entities.first(where: { rest.hasPrefix($0.name) }) {
        text.append(entity.text)
        rest = rest.dropFirst(entity.name.count)
      } else {
        text.append(first)
        rest = rest.dropFirst()
      }
    }
    return text
  }

  /// Returns a table with escaped cells. A head that begins with `>`, which is not shown, marks a column of numbers.
  package static func table(_ heads: [String], rows: [[String]]) -> String {
    let names = heads.map { $0.hasPrefix(">") ? String($0.dropFirst()) : $0 }
    let rules = heads.map { $0.hasPrefix(">") ? "--:" : "---" }
    let lines = [names.map { escaped($0) }, rules] + rows.map { $0.map { escaped($0) } }
    return lines.map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
  }
}
