/// What a libxml2 error means to the person who has to mend the file.
///
/// Foundation's errors carry only the number of `xmlParserErrors` (libxml2, `xmlerror.h`); their texts are "(null)".
struct XMLMistake {
  /// Where the mistake is, seen from the place libxml2 names.
  enum Anchor {
    /// The place itself.
    case here
    /// The end of the text.
    case end
    /// The first reference of the line that is not one of XML's own.
    case reference
    /// The last of these bytes before the place.
    case last(UInt8)
  }

  let meaning: String
  let help: String
  let anchor: Anchor

  private init(_ meaning: String, _ help: String, _ anchor: Anchor = .here) {
    self.meaning = meaning
    self.help = help
    self.anchor = anchor
  }

  /// Whether a code is a remark: a namespace prefix nobody declared, an unusual version, a relative namespace.
  static func isRemark(_ code: Int) -> Bool { (97...100).contains(code) || (200...205).contains(code) }

  /// The mistake behind a code.
  init(code: Int, afterRoot: Bool) {
    switch code {
    case 1: self.init("a value is longer than the 10 MB that are read", "shorten it")
    case 4: self.init("this is not XML: it does not begin with a tag", "give an OPML document")
    case 5 where afterRoot:
      self.init("something follows the end of the document", "remove what comes after '</opml>'")
    case 5, 77: self.init("the document ends before its last tags are closed", "the file may have been cut off", .end)
    case 6, 7, 8:
      self.init("a character reference is not a number", "write '&#233;' or '&#xE9;', or the character", .last(0x26))
    case 9: self.init("a byte or character that XML does not allow here", "remove it, or declare the right encoding")
    case 23, 68: self.init("'&' stands alone", "escape '&' as '&amp;'", .reference)
    case 26, 27:
      self.init("XML does not know this entity", "write the character itself, or escape '&' as '&amp;'", .reference)
    case 28, 29: self.init("an external entity in an attribute", "write the text itself", .reference)
    case 31, 32, 79: self.init("the declared encoding is not known", "save the file as UTF-8")
    case 38: self.init("'<' in an attribute's value", "escape '<' as '&lt;'")
    case 39: self.init("an attribute's value has no quotes", "put the value in quotes: name=\"value\"")
    case 40: self.init("an attribute's value has no closing quote", "close the quotes")
    case 41, 75: self.init("an attribute has no value", "write name=\"value\", or remove the attribute")
    case 42: self.init("the same attribute twice in one tag", "remove one of them", .last(0x3C))
    case 45: self.init("a comment is not closed", "close it with '-->'")
    case 46, 47: self.init("a processing instruction is not closed", "close it with '?>'")
    case 62: self.init("']]>' in text", "escape '>' as '&gt;'")
    case 63: self.init("a CDATA section is not closed", "close it with ']]>'")
    case 64: self.init("the XML declaration is not at the start of the file", "remove what stands before '<?xml'")
    case 65, 73:
      self.init("a tag does not go on as XML does", "escape '\"' in values as '&quot;', and put a space before names")
    case 76: self.init("this end tag does not match the tag that is open", "close the tags in order", .last(0x3C))
    case 80: self.init("'--' in a comment", "write '- -'")
    case 81: self.init("the file is not in the encoding it declares", "correct the declaration, or save it as UTF-8")
    case 89: self.init("its entities expand to far more than the file holds", "remove the entity declarations")
    default: self.init("not well-formed XML (libxml2 error \(code))", "check the line, or export the list again")
    }
  }
}
