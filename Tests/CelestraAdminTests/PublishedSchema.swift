import Foundation
import TestEnvironment

/// A format with a published schema. Its essential rules are checked here. With `CELESTRA_PEERS=1`, another program checks
/// all of them if it is installed and the schema is beside the project.
enum PublishedSchema: String {
  case sarif = "sarif-schema-2.1.0.json"
  case junit = "JUnit.xsd"

  /// Returns the mistakes of a file; empty if it is valid.
  func complaints(about path: String) throws -> [String] {
    let data = try Data(contentsOf: URL(filePath: path))
    let own =
      switch self {
      case .sarif: SARIFRules.complaints(about: try JSONSerialization.jsonObject(with: data))
      case .junit: JUnitRules.complaints(about: data)
      }
    let schema = TestEnvironment.root.deletingLastPathComponent().appending(path: "shared/schemas/\(rawValue)").path
    guard TestEnvironment.comparesPeers, own.isEmpty, FileManager.default.fileExists(atPath: schema) else { return own }
    let check =
      "import json, sys, jsonschema; jsonschema.validate(json.load(open(sys.argv[2])), json.load(open(sys.argv[1])))"
    let result =
      switch self {
      case .sarif: try TestProgram(pythonRunning: "import jsonschema")?.run(["-c", check, schema, path])
      case .junit: try TestProgram("xmllint")?.run(["--noout", "--schema", schema, path])
      }
    return result.map { $0.status == 0 ? [] : [$0.text] } ?? []
  }
}

/// The rules of SARIF 2.1.0 (OASIS, 2020) for the members that the program writes.
private enum SARIFRules {
  /// The members of objects. `!` marks required ones, `[]` a list, `{}` an object with members of any name; a type that is not
  /// an object is a word of `isValid`.
  private static let objects = [
    "log": "$schema:uri version!:version runs![]:run",
    "run": "tool!:tool automationDetails:automation columnKind:columnKind results[]:result",
    "automation": "id:text",
    "tool": "driver!:component",
    "component": "name!:text version:text rules[]:rule",
    "rule":
      "id!:text shortDescription:message fullDescription:message defaultConfiguration:configuration help:help",
    "help": "text!:text markdown:text",
    "configuration": "level:level",
    "message": "text!:text",
    "result":
      "ruleId:text ruleIndex:index level:level message!:message locations[]:location relatedLocations[]:location "
      + "partialFingerprints{}:text fixes[]:fix",
    "location": "physicalLocation:physicalLocation message:message",
    "physicalLocation": "artifactLocation:artifact region:region",
    "artifact": "uri:uri",
    "region": "startLine:position startColumn:position endLine:position endColumn:position",
    "fix": "description:message artifactChanges![]:change",
    "change": "artifactLocation!:artifact replacements![]:replacement",
    "replacement": "deletedRegion!:region insertedContent:content",
    "content": "text:text",
  ]

  static func complaints(about log: Any) -> [String] { complaints(about: log, as: "log", at: "log") }

  private static func complaints(about value: Any, as type: String, at path: String) -> [String] {
    guard let members = objects[type] else { return isValid(value, as: type) ? [] : ["\(path): not a \(type)"] }
    guard var object = value as? [String: Any] else { return ["\(path): not an object"] }
    var complaints: [String] = []
    for member in members.split(separator: " ") {
      let parts = member.split(separator: ":").map(String.init)
      let name = parts[0].filter { !"![]{}".contains($0) }
      let place = "\(path).\(name)"
      guard let value = object.removeValue(forKey: name) else {
        if parts[0].contains("!") { complaints.append("\(place): missing") }
        continue
      }
      let values: [Any]? =
        if parts[0].hasSuffix("[]") {
          value as? [Any]
        } else if parts[0].hasSuffix("{}") {
          (value as? [String: Any]).map { Array($0.values) }
        } else {
          [value]
        }
      if values?.isEmpty == true, name == "replacements" || name == "artifactChanges" {
        complaints.append("\(place): empty")
      }
      complaints += values?.flatMap { Self.complaints(about: $0, as: parts[1], at: place) } ?? ["\(place): not a list"]
    }
    return complaints + object.keys.sorted().map { "\(path).\($0): unknown" }
  }

  private static func isValid(_ value: Any, as type: String) -> Bool {
    let text = value as? String
    let number = value as? Int
    return switch type {
    case "text": text != nil
    case "uri": text?.wholeMatch(of: /([A-Za-z][A-Za-z0-9+.\-]*:)?([A-Za-z0-9._~\/@+,=:\-]|%[0-9A-F]{2})*/) != nil
    case "version": text == "2.1.0"
    case "columnKind": ["utf16CodeUnits", "unicodeCodePoints"].contains(text)
    case "level": ["none", "note", "warning", "error"].contains(text)
    case "position": number.map { $0 >= 1 } ?? false
    case "index": number.map { $0 >= -1 } ?? false
    default: false
    }
  }
}
