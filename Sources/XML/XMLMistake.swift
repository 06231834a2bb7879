/// A deviation from XML, with its place in the text.
package struct XMLMistake: Equatable, Sendable {
  /// The kinds of mistakes that a scanner or a reader reports.
  package enum Kind: Sendable {
    // Reported by the scanner
    case bracketsInText, hyphensInComment, lessThan, lessThanInValue, longValue, malformedDeclaration, malformedTag
    case misplacedDeclaration, missingValue, unclosedComment, unclosedDocumentType, unclosedInstruction
    case unclosedSection, unclosedTag, unclosedValue, unknownMarkup, unquotedValue
    // Reported by readers
    case bareAmpersand, contentAfterRoot, duplicateAttribute, entityDeclaration, invalidCharacter, invalidNumber
    case mismatchedTag, missingEnd, missingRoot, unknownEncoding, unknownEntity, wrongEncoding
  }

  package let kind: Kind
  /// The affected bytes; empty if something is missing.
  package let range: Range<Int>

  package init(_ kind: Kind, _ range: Range<Int>) {
    self.kind = kind
    self.range = range
  }
}
