/// The attributes of an outline that mean something here.
///
/// Exporters get capitals wrong (`xmlurl`, `XMLURL`), so names are compared without case; the spelling of the
/// specification wins where both occur.
struct OutlineAttributes {
  /// An attribute by the specification's name.
  enum Name: String, CaseIterable {
    case text, title, type, xmlUrl, htmlUrl, description, language, category, isComment

    /// The attribute of a name in any case.
    init?(anyCase name: String) {
      guard let known = Self.spellings[name.lowercased()] else { return nil }
      self = known
    }

    private static let spellings = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue.lowercased(), $0) })
  }

  private(set) var text: String?
  private(set) var title: String?
  private(set) var type: String?
  private(set) var xmlURL: String?
  private(set) var htmlURL: String?
  private(set) var description: String?
  private(set) var language: String?
  private(set) var category: String?
  private(set) var isComment = false
  /// The attributes of `OPMLExtension`, by their names without prefix.
  private(set) var extensions: [String: String] = [:]

  /// No attribute.
  init() {}

  init(_ attributes: [String: String]) {
    var misspelt: [(name: String, value: String)] = []
    for (name, value) in attributes {
      if let known = Name(rawValue: name) {
        set(known, value)
      } else if !extend(name, value) {
        misspelt.append((name, value))
      }
    }
    setMisspelt(misspelt)
  }

  /// Adds attributes whose names are not spelt as in the specification.
  mutating func setMisspelt(_ attributes: [(name: String, value: String)]) {
    // The order of attributes means nothing: sorted, so that the same document always reads the same.
    for (name, value) in attributes.sorted(by: { $0.name < $1.name }) {
      guard let known = Name(anyCase: name), !has(known) else { continue }
      set(known, value)
    }
  }

  mutating func set(_ name: Name, _ value: String) {
    let value = Outline.trimmed(value)
    switch name {
    case .text: text = value
    case .title: title = value
    case .type: type = value?.lowercased()
    case .xmlUrl: xmlURL = value
    case .htmlUrl: htmlURL = value
    case .description: description = value
    case .language: language = value
    case .category: category = value
    case .isComment: isComment = value?.lowercased() == "true"
    }
  }

  /// Adds an attribute of ours.
  /// - Returns: whether it is one.
  mutating func extend(_ name: String, _ value: String) -> Bool {
    guard name.utf8.starts(with: OPMLExtension.prefix.utf8) else { return false }
    extensions[String(name.dropFirst(OPMLExtension.prefix.count))] = Outline.trimmed(value)
    return true
  }

  private func has(_ name: Name) -> Bool {
    switch name {
    case .text: text != nil
    case .title: title != nil
    case .type: type != nil
    case .xmlUrl: xmlURL != nil
    case .htmlUrl: htmlURL != nil
    case .description: description != nil
    case .language: language != nil
    case .category: category != nil
    case .isComment: isComment
    }
  }
}
