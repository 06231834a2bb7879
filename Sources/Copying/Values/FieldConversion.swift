package import CloudKitRecords
package import CloudKitSchema

/// How the values of one field become values of another type.
///
/// Without a unit, only exact conversions are made: numbers of equal value, text as `FieldValue(text:as:)` reads it,
/// one value and a list of one.
package struct FieldConversion: Sendable {
  /// A reading of numbers that the types alone do not tell.
  package enum Unit: String, CaseIterable, Sendable {
    /// Numbers are seconds since 1970 where the other type is a date.
    case seconds
    /// Numbers are milliseconds since 1970 where the other type is a date.
    case milliseconds
    /// Numbers are rounded to the nearest whole number, halves away from zero.
    case round
  }

  private let to: FieldType
  private let unit: Unit?

  /// - Throws: A mistake if no value can be converted, or the unit is missing.
  package init(from: Field, to: Field, unit: Unit?) throws(RequestMistake) {
    (self.to, self.unit) = (to.type, unit)
    for field in [from, to] where field.type.primitive == .asset {
      throw RequestMistake("\(field.name) is \(field.type): files cannot be converted")
    }
    let kinds = [from.type.primitive, to.type.primitive]
    let isNumber = kinds.map { [.int64, .double, .number].contains($0) }
    guard let unit else {
      if isNumber[0] && kinds[1] == .timestamp || kinds[0] == .timestamp && isNumber[1] {
        throw RequestMistake("\(from.type) to \(to.type) wants --convert seconds or --convert milliseconds")
      }
      return
    }
    let fits =
      switch unit {
      case .seconds, .milliseconds: kinds[0] == .timestamp ? isNumber[1] : isNumber[0] && kinds[1] == .timestamp
      case .round: isNumber[0] && kinds[1] == .int64
      }
    if !fits { throw RequestMistake("--convert \(unit.rawValue) does not fit \(from.type) to \(to.type)") }
  }

  /// Returns the value in the other type, or `nil` if it has no equal there.
  package func callAsFunction(_ value: FieldValue) -> FieldValue? {
    switch (value, to.isList) {
    case (.list(let members), true): list(members)
    case (.list(let members), false): members.count == 1 ? scalar(members[0]) : nil
    case (.string(let text), true): FieldValue(text: text, as: to)
    case (_, true): list([value])
    case (_, false): scalar(value)
    }
  }

  private func list(_ members: [FieldValue]) -> FieldValue? {
    let converted = members.compactMap(scalar)
    return converted.count == members.count ? .list(converted) : nil
  }

  private func scalar(_ value: FieldValue) -> FieldValue? {
    switch (value, to.primitive, unit) {
    case (.int64, .int64, _), (.double, .double, _), (.int64, .number, _), (.double, .number, _): value
    case (.int64(let number), .double, _): Double(exactly: number).map { .double($0) }
    case (.double(let number), .int64, .round): Int64(exactly: number.rounded()).map { .int64($0) }
    case (.double(let number), .int64, _): Int64(exactly: number).map { .int64($0) }
    case (.int64(let number), .timestamp, _): moment(Double(number))
    case (.double(let number), .timestamp, _): moment(number)
    case (.timestamp(let moment), .int64, _): Int64(exactly: number(moment)).map { .int64($0) }
    case (.timestamp(let moment), .double, _), (.timestamp(let moment), .number, _): .double(number(moment))
    default: FieldValue(text: value.plainText, as: FieldType(to.primitive))
    }
  }

  /// The milliseconds of the unit; numbers and dates are converted with one only.
  private var length: Double { unit == .seconds ? 1000 : 1 }

  private func moment(_ number: Double) -> FieldValue? {
    Int64(exactly: (number * length).rounded()).map { .timestamp(Timestamp(milliseconds: $0)) }
  }

  private func number(_ moment: Timestamp) -> Double { Double(moment.milliseconds) / length }
}
