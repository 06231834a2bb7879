import Foundation
import XML

/// The rules of Windy Road's schema of JUnit documents.
struct JUnitRules {
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

  /// Returns the mistakes of a document; empty if it is valid.
  static func complaints(about document: Data) -> [String] {
    var bytes = Array(document)
    var rules = JUnitRules()
    rules.complaints = XMLCharacter.replaceInvalid(in: &bytes, isUTF8: false).map { "invalid characters at \($0)" }
    var scanner = XMLScanner(bytes)
    while let token = scanner.next() {
      rules.complaints += scanner.mistakes.map { "\($0.kind) at \($0.range)" }
      rules.read(token, scanner)
    }
    if !rules.stack.isEmpty { rules.complaints.append("not closed: \(rules.stack.map(\.name))") }
    return rules.complaints
  }

  private mutating func read(_ token: XMLScanner.Token, _ scanner: XMLScanner) {
    switch token {
    case .text(let range):
      checkReferences(in: range, of: scanner.bytes)
    case .start(let name, let isEmpty):
      var attributes: [String: String] = [:]
      for attribute in scanner.attributes {
        checkReferences(in: attribute.value, of: scanner.bytes)
        let key = String(decoding: scanner.bytes[attribute.name], as: UTF8.self)
        let value = CharacterReference.string(attribute.value, of: scanner.bytes)
        if attributes.updateValue(value, forKey: key) != nil { complaints.append("\(key) is repeated") }
      }
      let element = String(decoding: scanner.bytes[name], as: UTF8.self)
      begin(element, attributes)
      if isEmpty { end(element) }
    case .end(let name):
      end(String(decoding: scanner.bytes[name], as: UTF8.self))
    case .literal, .documentType, .other:
      break
    }
  }

  private mutating func checkReferences(in range: Range<Int>, of bytes: [UInt8]) {
    for index in range where bytes[index] == UInt8(ascii: "&") {
      let reference = CharacterReference(at: index, in: bytes, to: range.upperBound)
      if case .xml = reference.kind { continue }
      complaints.append("invalid reference at \(index)")
    }
  }

  private mutating func begin(_ name: String, _ attributes: [String: String]) {
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

  private mutating func end(_ name: String) {
    guard let element = stack.popLast(), element.name == name else {
      complaints.append("unexpected end of \(name)")
      return
    }
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
