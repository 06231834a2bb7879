/// The attributes of an outline that mean something here.
///
/// Exporters get capitals wrong (`xmlurl`, `XMLURL`), so names are compared without case; the spelling of the
/// specification wins where both occur.
struct OutlineAttributes {
  /// An attribute by the specification's name.
  enum Name: Int, CaseIterable {
    case text, title, type, xmlUrl, htmlUrl, description, language, category, isComment

    /// The attribute of a name in any case.
    init?(anyCase name: String) {
      guard let known = Self.spellings[name.lowercased()] else { return nil }
      self = known
    }

    private static let spellings = Dictionary(uniqueKeysWithValues: allCases.map { ("\($0)".lowercased(), $0) })
  }

  private var values: [String?] = Array(repeating: nil, count: Name.allCases.count)
  /// The attributes of `OPMLExtension`, by their names without prefix.
  private(set) var extensions: [String: String] = [:]

  /// The value of an attribute without white space at its ends; `nil` if nothing is left.
  subscript(name: Name) -> String? {
    get { values[name.rawValue] }
    set { values[name.rawValue] = newValue.flatMap(Outline.trimmed) }
  }

  /// The type in lower case.
  var type: String? { self[.type]?.lowercased() }

  /// Whether the outline is commented out.
  var isComment: Bool { self[.isComment]?.lowercased() == "true" }

  /// Adds attributes whose names are not spelt as in the specification.
  mutating func setMisspelt(_ attributes: [(name: String, value: String)]) {
    // The order of attributes means nothing: sorted, so that the same document always reads the same.
    for (name, value) in attributes.sorted(by: { $0.name < $1.name }) {
      if let known = Name(anyCase: name), self[known] == nil { self[known] = value }
    }
  }

  /// Adds an attribute of ours, by its name with prefix.
  mutating func extend(_ name: String, _ value: String) {
    extensions[String(name.dropFirst(OPMLExtension.prefix.count))] = Outline.trimmed(value)
  }
}
