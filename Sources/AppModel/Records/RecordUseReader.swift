import CloudKitSchema
import Diagnostics
import SwiftSources

/// Reads the uses of CKRecord and CKQuery in a Swift file by the patterns that people write.
struct RecordUseReader {
  private(set) var uses: [RecordUse] = []
  /// The places where the record type is built at run time.
  private(set) var unread: [SourceRange] = []

  private let file: SwiftFile
  private let constants: CodeConstants
  private let scopes: [SwiftScope]
  private var variables = RecordVariables()
  private var queries = 0

  static func read(_ file: SwiftFile, _ scopes: [SwiftScope], _ constants: CodeConstants) -> RecordUseReader {
    var reader = RecordUseReader(file: file, constants: constants, scopes: scopes)
    guard file.tokens.contains(where: { $0.text.hasPrefix("CK") }) else { return reader }
    for index in file.tokens.indices { reader.read(at: index) }
    reader.assignGuesses()
    return reader
  }

  private init(file: SwiftFile, constants: CodeConstants, scopes: [SwiftScope]) {
    self.file = file
    self.constants = constants
    self.scopes = scopes.filter { $0.kind != .file }
  }

  private mutating func read(at index: Int) {
    let token = file.tokens[index]
    if token.isMark("{") { return variables.open() }
    if token.isMark("}") { return variables.close() }
    guard token.kind == .word else { return }
    switch token.text {
    case "CKRecord": record(at: index)
    case "CKQuery", "CKQuerySubscription": query(at: index)
    case "sortDescriptors": sort(at: index)
    case "NSPredicate": predicateVariable(at: index)
    case "setValue", "setObject": call(at: index, action: .write)
    case "object", "value": call(at: index, action: .read)
    default: subscripted(at: index)
    }
  }

  // MARK: Record types

  private mutating func record(at index: Int) {
    if file[index - 1]?.isMark(":") == true, file[index + 1]?.isMark(".") != true, let name = file[index - 2] {
      // A parameter or a property: the record type is unknown here.
      variables.set(name.text, .init(recordType: nil))
    }
    guard let arguments = call(after: index), let value = arguments.first(where: { $0.label == "recordType" })?.value
    else { return }
    let type = resolved(value)
    add(type, .create, at: value)
    variables.set(assigned(before: index), .init(recordType: type))
  }

  private mutating func query(at index: Int) {
    guard let arguments = call(after: index), let value = arguments.first(where: { $0.label == "recordType" })?.value
    else { return }
    let type = resolved(value)
    queries += 1
    add(type, .query, at: value, query: queries)
    variables.set(assigned(before: index), .init(recordType: type, query: queries))
    guard let predicate = arguments.first(where: { $0.label == "predicate" })?.value else { return }
    let format =
      file[predicate.lowerBound]?.isWord("NSPredicate") == true
      ? predicateFormat(at: predicate.lowerBound) : variables[file.text(predicate)]?.format
    for filter in format.map(PredicateFormat.filters) ?? [] {
      var use = RecordUse(
        recordType: type, key: filter.key, action: .filter(comparator: filter.comparator), place: place(predicate))
      use.isCertain = type != nil
      use.query = queries
      uses.append(use)
    }
  }

  /// Returns the arguments of a call of a type: `CKRecord(…)` or `CKRecord.init(…)`.
  private func call(after index: Int) -> [(label: String?, value: Range<Int>)]? {
    var open = index + 1
    if file[open]?.isMark(".") == true, file[open + 1]?.isWord("init") == true { open += 2 }
    guard file[open]?.isMark("(") == true else { return nil }
    return file.contents(of: open).map { file.arguments(in: $0) }
  }

  /// Returns the variable that a value is assigned to: `let record =`, `let record: CKRecord =`, `self.record =`, also
  /// with `existing ??` before the value.
  private func assigned(before index: Int) -> String? {
    var place = index - 1
    while let token = file[place], place > index - 12, !["=", "(", "{", "}", ",", ";"].contains(token.text) {
      place -= 1
    }
    guard file[place]?.isMark("=") == true, let name = file[place - 1], name.kind == .word else { return nil }
    if file[place - 2]?.isMark(":") == true { return file[place - 3]?.text }
    return name.text
  }

  private mutating func resolved(_ value: Range<Int>) -> String? {
    let type = constants.value(of: value, in: file, enclosing: enclosing(value.lowerBound))
    if type == nil { unread.append(place(value).range) }
    return type
  }

  // MARK: Keys

  /// Reads `record["key"]`, `record.encryptedValues[Key.title]`, and the like.
  private mutating func subscripted(at index: Int) {
    var open = index + 1
    if file[open]?.isMark("?") == true || file[open]?.isMark("!") == true { open += 1 }
    var isEncrypted = false
    if file[open]?.isMark(".") == true, file[open + 1]?.isWord("encryptedValues") == true {
      (open, isEncrypted) = (open + 2, true)
    }
    guard let bracket = file[open], bracket.isMark("["), !bracket.startsLine, let contents = file.contents(of: open),
      let variable = variable(at: index)
    else { return }
    let end = file.after(open)
    let isWrite = file[end]?.isMark("=") == true
    add(
      key: contents, of: variable, isWrite ? .write : .read, isEncrypted: isEncrypted,
      type: isWrite ? valueType(from: end + 1) : nil)
  }

  /// Reads `record.setValue(value, forKey: "key")`, `record.object(forKey: "key")`, and the like.
  private mutating func call(at index: Int, action: RecordUse.Action) {
    guard file[index - 1]?.isMark(".") == true, file[index + 1]?.isMark("(") == true,
      let contents = file.contents(of: index + 1),
      let key = file.arguments(in: contents).first(where: { $0.label == "forKey" })?.value
    else { return }
    var object = index - 2
    let isEncrypted = file[object]?.isWord("encryptedValues") == true
    if isEncrypted { object -= 2 }
    if file[object]?.isMark("?") == true || file[object]?.isMark("!") == true { object -= 1 }
    guard let variable = variable(at: object) else { return }
    add(
      key: key, of: variable, action, isEncrypted: isEncrypted,
      type: action == .write ? valueType(from: contents.lowerBound) : nil)
  }

  /// Returns the record in a variable; `nil` if the variable is probably no record.
  private func variable(at index: Int) -> RecordVariables.Value? {
    guard let token = file[index], token.kind == .word else { return nil }
    if let known = variables[token.text] { return known.query == nil && known.format == nil ? known : nil }
    return token.text == "record" || token.text.hasSuffix("Record") ? .init(recordType: nil) : nil
  }

  private mutating func add(
    key range: Range<Int>, of variable: RecordVariables.Value, _ action: RecordUse.Action, isEncrypted: Bool,
    type: FieldType?
  ) {
    guard let key = constants.value(of: range, in: file, enclosing: enclosing(range.lowerBound)) else { return }
    var use = RecordUse(recordType: variable.recordType, key: key, action: action, place: place(range))
    use.isCertain = variable.recordType != nil
    use.isEncrypted = isEncrypted
    use.valueType = type.map { FieldType($0.primitive, isEncrypted: isEncrypted, isList: $0.isList) }
    uses.append(use)
  }

  private func valueType(from index: Int) -> FieldType? {
    var end = index
    while let token = file[end], end < index + 40, end == index || !token.startsLine || token.isMark("."),
      ![",", ";", "}", ")"].contains(token.text)
    {
      end = file.after(end)
    }
    return RecordValue.type(of: index..<max(index, min(end, file.tokens.count)), in: file)
  }

  // MARK: Queries

  private mutating func sort(at index: Int) {
    guard file[index - 1]?.isMark(".") == true, file[index + 1]?.isMark("=") == true,
      let query = file[index - 2].flatMap({ variables[$0.text] }), query.query != nil,
      let list = file.contents(of: index + 2)
    else { return }
    for place in list.clamped(to: file.tokens.indices)
    where ["NSSortDescriptor", "SortDescriptor"].contains(file.tokens[place].text) {
      guard let arguments = call(after: place), let key = arguments.first(where: { $0.label == "key" })?.value,
        let name = constants.value(of: key, in: file, enclosing: enclosing(index))
      else { continue }
      let ascending = arguments.first { $0.label == "ascending" }.map { file.text($0.value) } != "false"
      var use = RecordUse(
        recordType: query.recordType, key: PredicateFormat.systemKeys[name] ?? name,
        action: .sort(ascending: ascending), place: self.place(key))
      use.isCertain = query.recordType != nil
      use.query = query.query
      uses.append(use)
    }
  }

  private mutating func predicateVariable(at index: Int) {
    guard let format = predicateFormat(at: index) else { return }
    variables.set(assigned(before: index), .init(recordType: nil, format: format))
  }

  /// Returns the format of a predicate, with the keys in place of `%K` that are constants.
  private func predicateFormat(at index: Int) -> String? {
    guard let arguments = call(after: index), let first = arguments.first, first.label == "format",
      let format = file.literal(first.value)
    else { return nil }
    var values = arguments.dropFirst().makeIterator()
    return format.replacing(#/%(?:K|@|\w+)/#) { match in
      let value = values.next()?.value
      guard match.output == "%K", let value else { return String(match.output) }
      return constants.value(of: value, in: file, enclosing: enclosing(index)) ?? "%K"
    }
  }

  // MARK: Guesses

  /// Gives keys of unknown records the record type of the Swift type around them, if that is only one.
  private mutating func assignGuesses() {
    for index in uses.indices where uses[index].recordType == nil && uses[index].key != nil {
      let offset = uses[index].place.range.start
      for scope in scopes.reversed() where contains(scope, offset) {
        let inside = uses.filter { $0.recordType != nil && $0.key == nil && contains(scope, $0.place.range.start) }
        let types = Set(inside.compactMap(\.recordType))
        let name = scope.name.split(separator: ".").last.map(String.init) ?? ""
        let constant = constants.value(named: ["recordType", "type", "recordTypeName"], in: name)
        guard let type = types.count == 1 ? types.first : types.isEmpty ? constant : nil else { continue }
        uses[index].recordType = type
        break
      }
    }
  }

  private func contains(_ scope: SwiftScope, _ offset: Int) -> Bool {
    guard let first = file[scope.body.lowerBound], let last = file[scope.body.upperBound - 1] else { return false }
    return !scope.body.isEmpty && first.range.start <= offset && offset < last.range.end
  }

  private func enclosing(_ index: Int) -> [String] {
    scopes.filter { $0.body.contains(index) }.map { $0.name.split(separator: ".").last.map(String.init) ?? "" }
  }

  private mutating func add(_ type: String?, _ action: RecordUse.Action, at range: Range<Int>, query: Int? = nil) {
    guard let type else { return }
    var use = RecordUse(recordType: type, action: action, place: place(range))
    use.query = query
    uses.append(use)
  }

  private func place(_ range: Range<Int>) -> ManagedModel.Place {
    let start = file[range.lowerBound]?.range ?? SourceRange(0, 0)
    let end = file[range.upperBound - 1]?.range.end ?? start.end
    return .init(file: file.source.name, range: SourceRange(start.start, end))
  }
}

/// The variables in braces, the innermost last.
private struct RecordVariables {
  struct Value {
    /// The type of the record or query; `nil` if it is unknown.
    let recordType: String?
    /// The number of a query.
    var query: Int?
    /// The format of a predicate.
    var format: String?
  }

  private var levels: [[String: Value]] = [[:]]

  subscript(name: String) -> Value? { levels.reversed().lazy.compactMap { $0[name] }.first }

  mutating func set(_ name: String?, _ value: Value) {
    if let name { levels[levels.count - 1][name] = value }
  }

  mutating func open() { levels.append([:]) }

  mutating func close() {
    if levels.count > 1 { levels.removeLast() }
  }
}
