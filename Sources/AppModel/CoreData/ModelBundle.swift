package import Diagnostics
import XML

/// An `.xcdatamodeld` folder: the versions of a Core Data model, and which of them the app uses.
package struct ModelBundle: Sendable {
  /// The path of the folder.
  package let name: String
  /// The versions in the order of their names, `App 2` before `App 10`.
  package let versions: [ModelVersion]
  /// The version that the app uses; `nil` if the folder does not say.
  package let current: ModelVersion?

  /// - Parameters:
  ///   - contents: The `contents` files of the versions.
  ///   - currentVersion: The file `.xccurrentversion`. Xcode writes it with the second version.
  package init(name: String, contents: [SourceText], currentVersion: SourceText?) {
    self.name = name
    let versions = contents.map(ModelVersion.init).sorted { Self.order($0.name) < Self.order($1.name) }
    self.versions = versions
    if let currentVersion {
      let named = Self.currentName(in: currentVersion)
      current = versions.first { $0.name == named }
    } else {
      current = versions.count == 1 ? versions[0] : nil
    }
  }

  /// Returns the name of the version that `.xccurrentversion` states, without its extension.
  private static func currentName(in plist: SourceText) -> String? {
    guard let elements = try? XMLElements(plist.bytes).elements,
      let key = elements.firstIndex(where: { $0.name == "key" && $0.text == "_XCCurrentVersionName" }),
      key + 1 < elements.count
    else { return nil }
    return ModelVersion.name(of: elements[key + 1].text)
  }

  /// Returns the words and the number of a version's name, so that names sort as people count.
  private static func order(_ name: String) -> (words: String, number: Int) {
    let digits = name.reversed().prefix(while: \.isWholeNumber)
    return (String(name.dropLast(digits.count)), Int(String(digits.reversed())) ?? 0)
  }
}
