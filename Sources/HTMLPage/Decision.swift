import Diagnostics

extension HTMLPage {
  /// Something to decide: how many of what, some of them by name, and the command to run.
  package struct Decision: Sendable {
    package struct Name: Sendable {
      let text: String
      let note: String?
      /// The row of a table of the page.
      let row: String?

      package init(_ text: String, note: String? = nil, row: String? = nil) {
        self.text = text
        self.note = note
        self.row = row
      }
    }

    private static let shown = 3

    private let count: Int
    private let title: String
    private let meaning: Meaning
    private let names: [Name]
    private let command: String?

    /// - Parameters:
    ///   - count: The number of all, of which some may be named.
    ///   - command: The command to run; `nil` if nothing is to be done.
    package init(_ count: Int, _ title: String, _ meaning: Meaning, _ names: [Name], command: String? = nil) {
      self.count = count
      self.title = title
      self.meaning = meaning
      self.names = names
      self.command = command
    }

    private static func context(_ names: some Sequence<Name>) -> [[String: Any]] {
      names.map { name in
        var context: [String: Any] = ["text": name.text]
        context["note"] = name.note
        context["row"] = name.row
        return context
      }
    }

    var context: [String: Any] {
      let others = names.dropFirst(Self.shown)
      var context: [String: Any] = [
        "count": count, "title": title, "meaning": meaning.rawValue, "names": Self.context(names.prefix(Self.shown)),
        "others": Self.context(others), "hasMore": !others.isEmpty, "more": others.count,
      ]
      if count > names.count, !names.isEmpty { context["unnamed"] = "\(count - names.count)" }
      context["command"] = command
      return context
    }
  }
}
