import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The rules of Windy Road's schema of JUnit documents.
final class JUnitRules: NSObject, XMLParserDelegate {
  private struct Element {
    let name: String
    let attributes: [String: String]
    var children: [String] = []
    var failures = 0
  }

  /// The attributes and children of every element, as regular expressions.
  private static let elements: [String: (attributes: [String: String], children: String)] = [
    "testsuites": ([:], "(testsuite )*"),
    "testsuite": (
      [
        "name": ".+", "package": ".*", "id": "[0-9]+",
        "timestamp": "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}",
        "hostname": ".+", "tests": "[0-9]+", "failures": "[0-9]+", "errors": "[0-9]+", "time": "[0-9]+(\\.[0-9]+)?",
      ], "properties (testcase )*system-out system-err "
    ),
    "properties": ([:], ""), "system-out": ([:], ""), "system-err": ([:], ""),
    "testcase": (
      ["name": "[\\s\\S]*", "classname": "[\\s\\S]*", "time": "[0-9]+(\\.[0-9]+)?"], "((failure|error|skipped) )?"
    ),
    "failure": (["message": "[\\s\\S]*", "type": "[\\s\\S]+"], ""),
  ]

  private var stack: [Element] = []
  private var complaints: [String] = []

  /// What is wrong with a document; empty if nothing is.
  static func complaints(about document: Data) -> [String] {
    let rules = JUnitRules()
    let parser = XMLParser(data: document)
    parser.delegate = rules
    return (parser.parse() ? [] : ["it is not well-formed"]) + rules.complaints
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    if stack.isEmpty, name != "testsuites" { complaints.append("the root is \(name)") }
    let rules = Self.elements[name]
    if Set(attributes.keys) != Set((rules?.attributes ?? [:]).keys) {
      complaints.append("\(name): attributes \(attributes.keys.sorted())")
    }
    for (key, pattern) in rules?.attributes ?? [:] where !Self.matches(attributes[key] ?? "", pattern) {
      complaints.append("\(name): \(key)=\(attributes[key] ?? "")")
    }
    if !stack.isEmpty {
      stack[stack.count - 1].children.append(name)
      if name == "failure" { for index in stack.indices { stack[index].failures += 1 } }
    }
    stack.append(Element(name: name, attributes: attributes))
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    guard let element = stack.popLast() else { return }
    let children = element.children.map { $0 + " " }.joined()
    if !Self.matches(children, Self.elements[name]?.children ?? "unknown") {
      complaints.append("\(name): children \(children)")
    }
    guard name == "testsuite" else { return }
    let tests = element.children.count { $0 == "testcase" }
    if element.attributes["tests"] != "\(tests)" || element.attributes["failures"] != "\(element.failures)" {
      complaints.append("testsuite: \(tests) tests, \(element.failures) failures")
    }
  }

  private static func matches(_ text: String, _ pattern: String) -> Bool {
    (try? Regex(pattern).wholeMatch(in: text)) != nil
  }
}
