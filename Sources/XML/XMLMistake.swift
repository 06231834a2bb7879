/// A deviation of a text from XML, and where it is.
package struct XMLMistake: Equatable, Sendable {
  /// What a scanner or a reader of XML can find wrong.
  package enum Kind: Sendable {
    // Found by the scanner
    case bracketsInText, hyphensInComment, lessThan, lessThanInValue, longValue, malformedDeclaration, malformedTag
    case misplacedDeclaration, missingValue, unclosedComment, unclosedDocumentType, unclosedInstruction
    case unclosedSection, unclosedTag, unclosedValue, unknownMarkup, unquotedValue
    // Found by readers
    case bareAmpersand, contentAfterRoot, duplicateAttribute, entityDeclaration, invalidCharacter, invalidNumber
    case mismatchedTag, missingEnd, missingRoot, unknownEncoding, unknownEntity, wrongEncoding
  }

  /// What is wrong.
  package let kind: Kind
  /// The bytes it is about; empty where something is missing.
  package let range: Range<Int>

  /// A mistake at a place.
  package init(_ kind: Kind, _ range: Range<Int>) {
    self.kind = kind
    self.range = range
  }
}
