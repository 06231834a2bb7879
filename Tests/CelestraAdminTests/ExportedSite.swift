import Foundation

/// The files of a site that `export html` wrote.
struct ExportedSite {
  let folder: URL
  /// The paths of the files in the folder, with their texts.
  let files: [String: String]

  init(_ session: Session, _ name: String = "site") throws {
    folder = session.folder.appending(path: name)
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    var files: [String: String] = [:]
    for path in paths.sorted() {
      var isFolder = ObjCBool(false)
      _ = FileManager.default.fileExists(atPath: folder.appending(path: path).path, isDirectory: &isFolder)
      if !isFolder.boolValue { files[path] = try session.read("\(name)/\(path)") }
    }
    self.files = files
  }

  var pages: [String: String] { files.filter { $0.key.hasSuffix(".html") } }

  subscript(path: String) -> String { files[path] ?? "" }

  /// The links of the pages to files and parts of pages that do not exist.
  var deadLinks: [String] {
    pages.flatMap { page, text in
      text.matches(of: #/(?:href|src)="([^"]*)"/#).map { String($0.1) }.filter { link in
        if ["http:", "https:", "data:"].contains(where: link.hasPrefix) { return false }
        let parts = link.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
        let target = parts[0].isEmpty ? page : Self.path(parts[0], from: page)
        guard let found = files[target] else { return true }
        return parts.count > 1 && !found.contains("id=\"\(parts[1])\"")
      }.map { "\(page): \($0)" }
    }
  }

  private static func path(_ link: String, from page: String) -> String {
    var path = page.split(separator: "/").dropLast()
    for part in link.split(separator: "/") {
      if part == ".." { path = path.dropLast() } else { path.append(part) }
    }
    return path.joined(separator: "/")
  }

  /// The addresses outside the site that the pages link to.
  var outsideLinks: Set<String> {
    Set(pages.values.flatMap { $0.matches(of: #/(?:href|src)="(https?:[^"]*)"/#).map { String($0.1) } })
  }
}
