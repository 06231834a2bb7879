import Notation
import XML

enum MarkupLinks {
  static let attributes: Set<String> = ["href", "src", "cite", "poster", "action", "longdesc", "background"]

  /// Whether a link leads to a place in its own document.
  static func isFragment(_ link: String) -> Bool { link.first == "#" }

  /// - Parameter keepsFragments: whether to leave links to places in the text's own document.
  static func resolved(
    _ markup: [UInt8], base: String, keepsFragments: Bool = false, budget: inout LinkBudget
  ) -> [UInt8] {
    var scanner = XMLScanner(markup)
    var result: [UInt8] = []
    var copied = 0
    while let token = scanner.next() {
      guard case .start = token else { continue }
      for attribute in scanner.attributes
      where attributes.contains(markup[attribute.name].lowercasedString) {
        let value = markup[attribute.value].trimmed
        let link = CharacterReference.string(value.startIndex..<value.endIndex, of: markup)
        let absolute = keepsFragments && isFragment(link) ? link : budget.resolve(link, base: base)
        guard absolute != link else { continue }
        result += markup[copied..<attribute.value.lowerBound]
        CharacterReference.appendEscaped(Array(absolute.utf8)[...], to: &result, isValue: true)
        copied = attribute.value.upperBound
      }
    }
    return copied == 0 ? markup : result + markup[copied...]
  }
}
