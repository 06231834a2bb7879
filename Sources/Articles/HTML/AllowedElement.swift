/// The HTML elements and attributes that articles may contain.
///
/// Source: reference/articles.md §5.1: text, lists, tables, figures, pictures, code and links.
enum AllowedElement {
  static let kept: Set<String> = blocks.union(inlines)

  /// Elements that begin and end a paragraph of text.
  static let blocks: Set<String> = [
    "address", "article", "aside", "blockquote", "caption", "col", "colgroup", "dd", "details", "div", "dl", "dt",
    "figcaption", "figure", "footer", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "nav", "ol",
    "p",
    "pre", "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul",
  ]

  private static let inlines: Set<String> = [
    "a", "abbr", "b", "bdi", "bdo", "br", "cite", "code", "del", "dfn", "em", "i", "img", "ins", "kbd", "mark", "q",
    "rp",
    "rt", "ruby", "s", "samp", "small", "strong", "sub", "sup", "time", "u", "var", "wbr",
  ]

  /// Other elements that end a paragraph of text; their tags are dropped.
  static let droppedBlocks: Set<String> = [
    "body", "center", "dir", "fieldset", "form", "hgroup", "html", "legend", "menu", "option", "picture", "video",
  ]

  /// Elements without content.
  static let void: Set<String> = ["br", "col", "hr", "img", "wbr"]

  /// Elements whose content is dropped up to the end tag, or to the end of the text without one: browsers read it as
  /// text, not as markup.
  static let raw: Set<String> = [
    "head", "noembed", "noframes", "noscript", "plaintext", "script", "style", "template", "textarea",
    "title",
    "xmp",
  ]

  /// Elements whose content is dropped up to the end tag, if there is one.
  static let foreign: Set<String> = [
    "applet", "audio", "canvas", "frameset", "iframe", "map", "math", "object", "select", "svg",
  ]

  /// Parts of a table, which are dropped outside a table.
  static let tableParts: Set<String> = ["caption", "col", "colgroup", "tbody", "td", "tfoot", "th", "thead", "tr"]

  /// Returns the open elements that a start tag closes, and the element at which the search stops.
  static func closed(by name: String) -> (names: [String], limits: [String])? {
    switch name {
    case "li": (["li"], ["ul", "ol"])
    case "dd", "dt": (["dd", "dt"], ["dl"])
    case "td", "th": (["td", "th", "caption"], ["tr", "table"])
    case "tr": (["tr", "caption", "colgroup"], ["table"])
    case "tbody", "thead", "tfoot", "caption", "colgroup":
      (["tbody", "thead", "tfoot", "caption", "colgroup"], ["table"])
    case "a": (["a"], ["td", "th"])
    case _ where blocks.contains(name): (["p"], ["td", "th", "caption"])
    default: nil
    }
  }

  static func allows(_ attribute: String, on element: String) -> Bool {
    switch attribute {
    case "lang", "dir", "title": true
    case "href": element == "a"
    case "src", "alt", "width", "height": element == "img"
    case "datetime": ["time", "ins", "del"].contains(element)
    case "cite": ["blockquote", "q", "ins", "del"].contains(element)
    default: false
    }
  }
}
