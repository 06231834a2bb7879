import SystemCalls

/// The checkout of a repository around a folder.
package struct Checkout: Sendable {
  /// The checkout around the current folder.
  package static let current = Checkout(around: SystemPath.resolved(".") ?? "") { FileStatus($0 + "/.git") != nil }

  /// The folder and its parent folders up to the root of the repository, or of the file system, the nearest first.
  let folders: [String]
  package var folder: String { folders.first ?? "" }
  /// The root of the repository; `nil` outside a repository.
  package let root: String?

  /// - Parameters:
  ///   - folder: An absolute path without links.
  ///   - isRoot: Returns whether a folder is the root of a repository.
  package init(around folder: String, isRoot: (String) -> Bool) {
    var folders = [folder]
    while let last = folders.last, !isRoot(last), let slash = last.lastIndex(of: "/") {
      folders.append(String(last[..<slash]))
    }
    self.folders = folders
    root = folders.last.flatMap { isRoot($0) ? $0 : nil }
  }

  /// Returns the path of a file relative to the root of the repository, as code review services know it; the path as it
  /// is for a file outside.
  package func path(of name: String) -> String {
    // A path in the folder of the program needs no `./`.
    let own = name.hasPrefix("./") ? String(name.dropFirst(2)) : name
    guard let root, name != InputFile.standardInput else { return own }
    let absolute = Self.normalized(name.hasPrefix("/") ? name : "\(folder)/\(name)")
    let paths = [absolute, SystemPath.resolved(name)].compactMap(\.self)
    return paths.first { $0.hasPrefix(root + "/") }.map { String($0.dropFirst(root.count + 1)) } ?? own
  }

  /// Returns an absolute path without `.` and `..`.
  private static func normalized(_ path: String) -> String {
    let parts = path.split(separator: "/").reduce(into: [Substring]()) { parts, part in
      if part == ".." { _ = parts.popLast() } else if part != "." { parts.append(part) }
    }
    return parts.map { "/\($0)" }.joined()
  }
}
