import ArgumentParser
import Notation

extension TimeSpan: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}

extension Percentage: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}
