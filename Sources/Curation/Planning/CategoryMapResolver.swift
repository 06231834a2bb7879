import Diagnostics

/// Resolves the entries of a category map to categories.
struct CategoryMapResolver {
  /// Slugs keyed by folded name, and by folded path with '/' between the names.
  private(set) var slugs: [String: String] = [:]
  /// The category for feeds whose folders do not determine one.
  private(set) var fallback: String?
  /// Diagnostics for entries that are unresolved, circular, or duplicate.
  private(set) var diagnostics: [Diagnostic] = []

  private let map: CategoryMap
  private let known: [String: String]
  private let takesAnyTarget: Bool
  private var entries: [String: CategoryMap.Entry] = [:]
  /// Entries that resolve to no category. Each is reported once.
  private var lost: Set<String> = []

  init(_ map: CategoryMap, known: [String: String], takesAnyTarget: Bool) {
    self.map = map
    self.known = known
    self.takesAnyTarget = takesAnyTarget
  }

  mutating func resolve() {
    guard takesAnyTarget || !known.isEmpty else {
      diagnostics = [
        Diagnostic(
          .warning, rule: "no-categories", "there are no categories, so that this map is not used", file: map.file,
          help: "seed categories first")
      ]
      return
    }
    var keys: [String] = []
    for entry in map.entries {
      let key = Self.key(entry.folder)
      if let first = entries[key] {
        report(
          entry, .warning, "repeated-folder", "'\(entry.folder)' is the same folder as '\(first.folder)'",
          "case, width and punctuation make no difference; the first counts")
      } else {
        entries[key] = entry
        keys.append(key)
      }
    }
    for key in keys { follow(key) }
    // A folder name may contain '/'.
    for key in keys where key.contains("/") {
      let name = key.replacing("/", with: "-")
      if entries[name] == nil, slugs[name] == nil, let slug = slugs[key] { slugs[name] = slug }
    }
    guard let entry = map.fallback else { return }
    let key = Self.key(entry.target)
    if let slug = slug(named: entry.target) ?? slugs[key] {
      fallback = slug
    } else if !lost.contains(key) {
      refuse(entry)
    }
  }

  private static func key(_ folder: String) -> String { CategoryMapping.paths(of: folder).joined(separator: "/") }

  /// Follows an entry through the entries it names and records the category for all of them.
  private mutating func follow(_ start: String) {
    var way: [String] = []
    var onTheWay: Set<String> = []
    var key = start
    var slug: String?
    while slug == nil, !lost.contains(key), let entry = entries[key] {
      if let found = slugs[key] ?? self.slug(named: entry.target) {
        slug = found
        if slugs[key] == nil { way.append(key) }
        break
      }
      guard onTheWay.insert(key).inserted else {
        let circle = way[(way.firstIndex(of: key) ?? 0)...].compactMap { entries[$0].map { "'\($0.folder)'" } }
        let way = circle.count == 1 ? "leads to itself" : "lead to each other"
        report(
          entry, .error, "category-map-cycle", "\(circle.joined(separator: ", ")) \(way), and to no category",
          "give one of them the slug of a category")
        break
      }
      way.append(key)
      let next = Self.key(entry.target)
      if entries[next] == nil {
        refuse(entry)
        break
      }
      key = next
    }
    for key in way {
      if let slug { slugs[key] = slug } else { lost.insert(key) }
    }
  }

  /// Returns the category that a target names directly. If the map may name any category, this includes every target
  /// that is not a folder of the map.
  private func slug(named target: String) -> String? {
    if known[target] != nil { return target }
    return takesAnyTarget && entries[Self.key(target)] == nil ? target : nil
  }

  private mutating func refuse(_ entry: CategoryMap.Entry) {
    let nearest =
      Suggestion.nearest(to: entry.target, among: known.keys.sorted()).map { "did you mean '\($0)'? " } ?? ""
    let all = known.isEmpty ? "seed categories first" : "there are \(known.keys.sorted().joined(separator: ", "))"
    report(entry, .error, "unknown-category", "no category '\(entry.target)'", nearest + all)
  }

  private mutating func report(
    _ entry: CategoryMap.Entry, _ severity: Diagnostic.Severity, _ rule: String, _ message: String, _ help: String
  ) {
    diagnostics.append(
      Diagnostic(severity, rule: rule, message, file: map.file, range: entry.range, help: help))
  }
}
