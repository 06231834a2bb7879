import XML

extension XMLMistake.Kind {
  /// The message about the mistake, and how to fix it.
  var texts: (message: String, help: String) {
    switch self {
    case .bareAmpersand: ("bare '&'", "escape '&' as '&amp;'")
    case .bracketsInText: ("']]>' in text", "escape '>' as '&gt;'")
    case .contentAfterRoot: ("content after the end of the document", "remove everything after '</opml>'")
    case .duplicateAttribute: ("duplicate attribute", "remove one of them")
    case .entityDeclaration:
      ("entity declarations are not supported", "remove the declarations and write the text itself")
    case .hyphensInComment: ("'--' in a comment", "write '- -'")
    case .invalidCharacter:
      ("byte or character that XML does not allow", "remove it, or declare the correct encoding")
    case .invalidNumber:
      ("invalid number in a character reference", "write '&#233;' or '&#xE9;', or the character")
    case .lessThan: ("'<' does not begin a tag", "escape '<' as '&lt;'")
    case .lessThanInValue: ("'<' in an attribute value", "escape '<' as '&lt;'")
    case .longValue: ("attribute value longer than 10 MB", "shorten the value")
    case .malformedDeclaration:
      ("XML declaration without a version", "write '<?xml version=\"1.0\" encoding=\"UTF-8\"?>'")
    case .malformedTag, .unclosedTag:
      ("invalid syntax in a tag", "escape '\"' in values as '&quot;', and separate attributes with a space")
    case .mismatchedTag: ("end tag does not match the open tag", "close the tags in order")
    case .misplacedDeclaration:
      ("XML declaration not at the start of the file", "remove everything before '<?xml'")
    case .missingEnd: ("document ends with unclosed tags", "check whether the file is truncated")
    case .missingRoot: ("not XML: the file does not begin with a tag", "pass an OPML document")
    case .missingValue: ("attribute without a value", "write name=\"value\", or remove the attribute")
    case .unclosedComment: ("unclosed comment", "close it with '-->'")
    case .unclosedDocumentType: ("unclosed document type", "close it with '>'")
    case .unclosedInstruction: ("unclosed processing instruction", "close it with '?>'")
    case .unclosedSection: ("unclosed CDATA section", "close it with ']]>'")
    case .unclosedValue: ("attribute value without a closing quote", "add the closing quote")
    case .unknownEncoding: ("unknown encoding in the XML declaration", "save the file as UTF-8")
    case .unknownEntity:
      ("entity not defined in XML", "write the character itself, or escape '&' as '&amp;'")
    case .unknownMarkup: ("declaration that XML does not allow here", "remove it")
    case .unquotedValue: ("attribute value without quotes", "put the value in quotes: name=\"value\"")
    case .wrongEncoding:
      ("file is not in its declared encoding", "correct the declaration, or save the file as UTF-8")
    }
  }
}
