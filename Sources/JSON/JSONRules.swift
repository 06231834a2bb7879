package import Diagnostics

package enum JSONRules {
  /// The documentation of each rule in the catalog, by ID.
  package static let all: [Rule] = [
    rule(
      "empty-value", "a required value is null or blank", "Write the value.",
      bad: #"{"name": ""}"#, good: #"{"name": "feeds"}"#),
    rule(
      "json-comma", "a comma is missing or extra", "Add or remove the comma; the rest of the file is read.",
      bad: #"{"queries": [],}"#, good: #"{"queries": []}"#),
    rule(
      "json-depth", "values are nested too deeply", "Check that this is the intended file.",
      bad: #"[[[[…]]]]"#, good: #"{"queries": []}"#),
    rule(
      "json-repeated-key", "an object has a duplicate key", "Keep one; the first one is read.",
      bad: #"{"name": "a", "name": "b"}"#, good: #"{"name": "a"}"#),
    rule(
      "json-size", "the file is larger than 512 MB", "Check that this is the intended file.",
      bad: "(512 MB of anything)", good: #"{"queries": []}"#),
    rule(
      "json-syntax", "the text does not follow the grammar of JSON", "Write it according to RFC 8259.",
      bad: #"{'queries': []}"#, good: #"{"queries": []}"#),
    rule(
      "json-type", "a value has the wrong type", "Write a value of the type that the message names.",
      bad: #"{"queries": 1}"#, good: #"{"queries": []}"#),
    rule(
      "missing-key", "an object lacks a required key", "Add the key.", bad: "{}", good: #"{"queries": []}"#),
    rule(
      "not-utf8", "the file is not UTF-8", "Save it as UTF-8.", bad: "{\"name\": \"caf\u{FFFD}\"}",
      good: #"{"name": "café"}"#),
    rule(
      "refused-key", "a file cannot set this key", "Remove the key.", bad: #"{"qualityScore": 100}"#, good: "{}"),
    rule(
      "unknown-key", "a key is unknown", "Write a known key, or remove it.", bad: #"{"querys": []}"#,
      good: #"{"queries": []}"#),
  ]

  private static func rule(
    _ id: String, _ summary: String, _ remedy: String, bad: String, good: String
  ) -> Rule {
    Rule(
      id, .error, .documented, summary,
      why: "A value that is not read has no effect, and half of a file can mean the opposite of the whole.",
      source: "RFC 8259; the JSON Schemas beside the files", remedy: remedy, bad: bad, good: good, scope: .json)
  }
}
