/// Returns a name as a quoted SQL identifier: in double quotes, with double quotes inside doubled.
func quoted(_ name: String) -> String {
  "\"" + name.replacing("\"", with: "\"\"") + "\""
}
