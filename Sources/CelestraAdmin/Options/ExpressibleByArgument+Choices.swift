import ArgumentParser

extension ExpressibleByArgument where Self: CaseIterable & RawRepresentable<String> {
  // The parser's own implementations use key paths and reflection, which delay the start.
  static var allValueStrings: [String] { allCases.map { $0.rawValue } }

  static var allValueDescriptions: [String: String] { [:] }
}
