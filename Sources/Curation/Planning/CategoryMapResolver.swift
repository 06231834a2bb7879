import Diagnostics

struct CategoryMapResolver {
  /// Slugs keyed by folded name, and by folded path with '/' between the names.
  private(set) var slugs: [String: String] = [:]
  /// The category for feeds whose folders do not determine one.
  private(set) var fallback: String?
  /// Diagnostics for entries that repeat a folder or name no category.
  private(set) var diagnostics: [Diagnostic] = []

  private let map: CategoryMap

  /// - Parameters:
  ///   - known: the slugs of the catalog's categories.
  ///   - category: returns the category with a slug or name, or `nil`.
  init(_ map: CategoryMap, known: [String], category: (String) -> String?) {
    self.map = map
    var folders: [String: CategoryMap.Entry] = [:]
    var keys: [String] = []
    var missing: [CategoryMap.Entry] = []
    for entry in map.entries {
      let key = CategoryMapping.paths(of: entry.folder).joined(separator: "/")
      if let first = folders[key] {
        report(
          entry, "repeated-folder", "'\(entry.folder)' is the same folder as '\(first.folder)'",
          "case, width and punctuation are ignored; the first one applies")
        continue
      }
      folders[key] = entry
      keys.append(key)
      slugs[key] = category(entry.target)
      if slugs[key] == nil { missing.append(entry) }
    }
    if let entry = map.fallback {
      fallback = category(entry.target)
      if fallback == nil { missing.append(entry) }
    }
    reportMissing(missing, known)
    // A folder name may contain '/'.
    for key in keys where key.contains("/") {
      let name = key.replacing("/", with: "-")
      if folders[name] == nil, slugs[name] == nil, let slug = slugs[key] { slugs[name] = slug }
    }
  }

  /// Reports all targets that do not exist in one diagnostic: a map for another catalog may have many.
  private mutating func reportMissing(_ missing: [CategoryMap.Entry], _ known: [String]) {
    guard let first = missing.first else { return }
    if known.isEmpty {
      return report(
        nil, "no-categories", "the catalog has no categories, so this map is not used", "seed categories first")
    }
    var seen: Set<String> = []
    let names = missing.map(\.target).filter { seen.insert($0).inserted }
    let shown = names.prefix(5).map { "'\(DisplayText.line($0, atMost: 64))'" }.joined(separator: ", ")
    let nearest = Suggestion.nearest(to: first.target, among: known).map { "did you mean '\($0)'? " }
    report(
      first, "unknown-category",
      "no \(names.count == 1 ? "category" : "categories") \(shown)\(names.count > 5 ? " and \(names.count - 5) more" : ""),"
        + " so \(missing.count == 1 ? "1 entry is" : "\(missing.count) entries are") not used",
      "\(nearest ?? "")known categories: \(known.joined(separator: ", "))")
  }

  private mutating func report(_ entry: CategoryMap.Entry?, _ rule: String, _ message: String, _ help: String) {
    diagnostics.append(
      Diagnostic(.warning, rule: rule, message, file: map.file, range: entry?.range, help: help))
  }
}
