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

  /// Resolves a map's entries to categories, whose names are keyed by slug.
  init(_ map: CategoryMap, known: [String: String], takesAnyTarget: Bool) {
    self.map = map
    self.known = known
    self.takesAnyTarget = takesAnyTarget
    guard takesAnyTarget || !known.isEmpty else {
      report(
        nil, .warning, "no-categories", "the catalog has no categories, so this map is not used",
        "seed categories first")
      return
    }
    let keys = uniqueKeys()
    var next: [String: String] = [:]
    var missing: [CategoryMap.Entry] = []
    for entry in keys.compactMap({ entries[$0] }) {
      let (key, target) = (Self.key(entry.folder), Self.key(entry.target))
      if let slug = slug(named: entry.target) {
        slugs[key] = slug
      } else if entries[target] == nil {
        missing.append(entry)
      } else {
        next[key] = target
      }
    }
    follow(keys, next)
    if let entry = map.fallback {
      fallback = slug(named: entry.target) ?? slugs[Self.key(entry.target)]
      if fallback == nil, entries[Self.key(entry.target)] == nil { missing.append(entry) }
    }
    reportMissing(missing)
    // A folder name may contain '/'.
    for key in keys where key.contains("/") {
      let name = key.replacing("/", with: "-")
      if entries[name] == nil, slugs[name] == nil, let slug = slugs[key] { slugs[name] = slug }
    }
  }

  private static func key(_ folder: String) -> String { CategoryMapping.paths(of: folder).joined(separator: "/") }

  /// Returns the keys of the folders in file order. The first entry of a folder applies.
  private mutating func uniqueKeys() -> [String] {
    map.entries.compactMap { entry in
      let key = Self.key(entry.folder)
      guard let first = entries[key] else {
        entries[key] = entry
        return key
      }
      report(
        entry, .warning, "repeated-folder", "'\(entry.folder)' is the same folder as '\(first.folder)'",
        "case, width and punctuation are ignored; the first one applies")
      return nil
    }
  }

  /// Resolves entries that name another folder of the map, and reports cycles.
  private mutating func follow(_ keys: [String], _ next: [String: String]) {
    var next = next
    var circular = Set(ParentCycles.members(of: next))
    for key in keys where circular.contains(key) {
      var cycle: [String] = []
      var name = key
      while circular.remove(name) != nil {
        cycle.append("'\(entries[name]?.folder ?? name)'")
        name = next.removeValue(forKey: name) ?? name
      }
      let way = cycle.count == 1 ? "refers to itself" : "refer to each other"
      report(
        entries[key], .error, "category-map-cycle", "\(cycle.joined(separator: ", ")) \(way) and to no category",
        "give one of them the slug of a category")
    }
    for key in keys {
      var chain: [String] = []
      var end = key
      while let following = next[end] {
        chain.append(end)
        end = following
      }
      for key in chain {
        slugs[key] = slugs[end]
        next[key] = end == key ? nil : end
      }
    }
  }

  /// Returns the category that a target names directly. If the map may name any category, this includes every target
  /// that is not a folder of the map.
  private func slug(named target: String) -> String? {
    if known[target] != nil { return target }
    return takesAnyTarget && entries[Self.key(target)] == nil ? target : nil
  }

  /// Reports all targets that do not exist in one diagnostic: a map for another catalog may have many.
  private mutating func reportMissing(_ missing: [CategoryMap.Entry]) {
    guard let first = missing.first else { return }
    var seen: Set<String> = []
    let names = missing.map(\.target).filter { seen.insert($0).inserted }
    let shown = names.prefix(5).map { "'\(DisplayText.line($0, atMost: 64))'" }.joined(separator: ", ")
    let nearest = Suggestion.nearest(to: first.target, among: known.keys.sorted()).map { "did you mean '\($0)'? " }
    report(
      first, .warning, "unknown-category",
      "no \(names.count == 1 ? "category" : "categories") \(shown)\(names.count > 5 ? " and \(names.count - 5) more" : ""),"
        + " so \(missing.count == 1 ? "1 entry is" : "\(missing.count) entries are") not used",
      "\(nearest ?? "")known categories: \(known.keys.sorted().joined(separator: ", "))")
  }

  private mutating func report(
    _ entry: CategoryMap.Entry?, _ severity: Diagnostic.Severity, _ rule: String, _ message: String, _ help: String
  ) {
    diagnostics.append(
      Diagnostic(severity, rule: rule, message, file: map.file, range: entry?.range, help: help))
  }
}
