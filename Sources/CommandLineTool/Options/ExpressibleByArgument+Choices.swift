package import ArgumentParser

extension ExpressibleByArgument where Self: CaseIterable & RawRepresentable<String> {
  // The parser would describe each value by the name of its case.
  package static var allValueDescriptions: [String: String] { [:] }
}
