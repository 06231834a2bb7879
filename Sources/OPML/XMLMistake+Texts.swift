import XML

extension XMLMistake.Kind {
  /// What the mistake means to the person who has to fix the file, and how to fix it.
  var texts: (meaning: String, help: String) {
    switch self {
    case .bareAmpersand: ("'&' stands alone", "escape '&' as '&amp;'")
    case .bracketsInText: ("']]>' in text", "escape '>' as '&gt;'")
    case .contentAfterRoot: ("something follows the end of the document", "remove what comes after '</opml>'")
    case .duplicateAttribute: ("the same attribute twice in one tag", "remove one of them")
    case .entityDeclaration:
      ("the document declares entities, which are not read", "remove the declarations, and write the text itself")
    case .hyphensInComment: ("'--' in a comment", "write '- -'")
    case .invalidCharacter:
      ("a byte or character that XML does not allow here", "remove it, or declare the right encoding")
    case .invalidNumber:
      ("a character reference is not a number", "write '&#233;' or '&#xE9;', or the character")
    case .lessThan: ("'<' begins no tag", "escape '<' as '&lt;'")
    case .lessThanInValue: ("'<' in an attribute's value", "escape '<' as '&lt;'")
    case .longValue: ("a value is longer than the 10 MB that are read", "shorten it")
    case .malformedDeclaration:
      ("the XML declaration does not begin with a version", "write '<?xml version=\"1.0\" encoding=\"UTF-8\"?>'")
    case .malformedTag, .unclosedTag:
      ("a tag does not go on as XML does", "escape '\"' in values as '&quot;', and put a space before names")
    case .mismatchedTag: ("this end tag does not match the tag that is open", "close the tags in order")
    case .misplacedDeclaration:
      ("the XML declaration is not at the start of the file", "remove what stands before '<?xml'")
    case .missingEnd: ("the document ends before its last tags are closed", "the file may have been cut off")
    case .missingRoot: ("this is not XML: it does not begin with a tag", "give an OPML document")
    case .missingValue: ("an attribute has no value", "write name=\"value\", or remove the attribute")
    case .unclosedComment: ("a comment is not closed", "close it with '-->'")
    case .unclosedDocumentType: ("the document type is not closed", "close it with '>'")
    case .unclosedInstruction: ("a processing instruction is not closed", "close it with '?>'")
    case .unclosedSection: ("a CDATA section is not closed", "close it with ']]>'")
    case .unclosedValue: ("an attribute's value has no closing quote", "close the quotes")
    case .unknownEncoding: ("the declared encoding is not known", "save the file as UTF-8")
    case .unknownEntity:
      ("XML does not know this entity", "write the character itself, or escape '&' as '&amp;'")
    case .unknownMarkup: ("a declaration that XML does not allow here", "remove it")
    case .unquotedValue: ("an attribute's value has no quotes", "put the value in quotes: name=\"value\"")
    case .wrongEncoding:
      ("the file is not in the encoding it declares", "correct the declaration, or save it as UTF-8")
    }
  }
}
