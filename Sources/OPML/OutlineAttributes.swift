/// The attributes of an outline that mean something here.
///
/// Exporters get capitals wrong (`xmlurl`, `XMLURL`), so names are compared without case; the spelling of the
/// specification wins where both occur.
struct OutlineAttributes {
  private(set) var text: String?
  private(set) var title: String?
  private(set) var type: String?
  private(set) var xmlURL: String?
  private(set) var htmlURL: String?
  private(set) var description: String?
  private(set) var language: String?
  private(set) var category: String?
  private(set) var isComment = false

  init(_ attributes: [String: String]) {
    var misspelt: [(name: String, value: String)] = []
    for (name, value) in attributes where !set(name, value) { misspelt.append((name, value)) }
    // A dictionary's order is random: sorted, so that the same document always reads the same.
    for (name, value) in misspelt.sorted(by: { $0.name < $1.name }) {
      guard let known = Self.spellings[name.lowercased()], !has(known) else { continue }
      _ = set(known, value)
    }
  }

  private static let spellings: [String: String] = [
    "text": "text", "title": "title", "type": "type", "xmlurl": "xmlUrl", "htmlurl": "htmlUrl",
    "description": "description", "language": "language", "category": "category", "iscomment": "isComment",
  ]

  private mutating func set(_ name: String, _ value: String) -> Bool {
    switch name {
    case "text": text = Outline.trimmed(value)
    case "title": title = Outline.trimmed(value)
    case "type": type = Outline.trimmed(value)?.lowercased()
    case "xmlUrl": xmlURL = Outline.trimmed(value)
    case "htmlUrl": htmlURL = Outline.trimmed(value)
    case "description": description = Outline.trimmed(value)
    case "language": language = Outline.trimmed(value)
    case "category": category = Outline.trimmed(value)
    case "isComment": isComment = Outline.trimmed(value)?.lowercased() == "true"
    default: return false
    }
    return true
  }

  private func has(_ name: String) -> Bool {
    switch name {
    case "text": text != nil
    case "title": title != nil
    case "type": type != nil
    case "xmlUrl": xmlURL != nil
    case "htmlUrl": htmlURL != nil
    case "description": description != nil
    case "language": language != nil
    case "category": category != nil
    default: isComment
    }
  }
}
