/// A name as SQL takes it whatever characters it has: in double quotes, those inside doubled.
func quoted(_ name: String) -> String {
  "\"" + name.replacing("\"", with: "\"\"") + "\""
}
