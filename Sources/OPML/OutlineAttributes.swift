/// The known attributes of an outline.
///
/// Exporters miscapitalize names (`xmlurl`, `XMLURL`), so names match in any case; the specified spelling wins.
struct OutlineAttributes {
  /// The name of a known attribute.
  enum Name: Int, CaseIterable {
    case text, title, type, xmlUrl, htmlUrl, description, language, category, isComment

    /// Finds a name in any case.
    init?(anyCase name: String) {
      guard let known = Self.spellings[name.lowercased()] else { return nil }
      self = known
    }

    private static let spellings = Dictionary(uniqueKeysWithValues: allCases.map { ("\($0)".lowercased(), $0) })
  }

  private var values: [String?] = Array(repeating: nil, count: Name.allCases.count)
  /// The attributes of `OPMLExtension`, by name without prefix.
  private(set) var extensions: [String: String] = [:]

  /// The value of an attribute without surrounding white space; `nil` if empty.
  subscript(name: Name) -> String? {
    get { values[name.rawValue] }
    set { values[name.rawValue] = newValue.flatMap(Outline.trimmed) }
  }

  /// The type in lowercase.
  var type: String? { self[.type]?.lowercased() }

  /// Whether the outline is commented out.
  var isComment: Bool { self[.isComment]?.lowercased() == "true" }

  /// Adds attributes with other capitalization, unless the specified spelling has a value.
  mutating func setMisspelled(_ attributes: [(name: String, value: String)]) {
    // Attributes have no order in XML: sort them for a stable result.
    for (name, value) in attributes.sorted(by: { $0.name < $1.name }) {
      if let known = Name(anyCase: name), self[known] == nil { self[known] = value }
    }
  }

  /// Adds an extension attribute, by name with prefix.
  mutating func setExtension(_ name: String, _ value: String) {
    extensions[String(name.dropFirst(OPMLExtension.prefix.count))] = Outline.trimmed(value)
  }
}
