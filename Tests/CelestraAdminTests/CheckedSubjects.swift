import Foundation

extension Session.Transcript {
  /// The checks of some subjects in the output of `doctor`, with one space between state, subject, and text, and their
  /// advice.
  func checks(_ subjects: String...) -> String {
    var isShown = false
    return out.split(separator: "\n").compactMap { line -> String? in
      let words = line.split(separator: " ")
      if ["works", "fails", "unknown"].contains(words.first) {
        isShown = words.count > 1 && subjects.contains(String(words[1]))
      } else if words.first != "→" {
        isShown = false
      }
      return isShown ? words.joined(separator: " ") + "\n" : nil
    }.joined()
  }
}
