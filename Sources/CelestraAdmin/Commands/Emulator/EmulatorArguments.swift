import ArgumentParser
import CloudKitEmulator
import CloudKitWire

/// A rate in requests per second: `40/s`.
struct RequestRate: ExpressibleByArgument {
  let perSecond: Double

  init?(argument: String) {
    guard argument.hasSuffix("/s"), let number = Double(argument.dropLast(2)), (0.001...1_000_000).contains(number)
    else { return nil }
    perSecond = number
  }
}

/// A kind of fault and its probability: `unavailable=0.1`.
struct FaultProbability: ExpressibleByArgument {
  let kind: FaultKind
  let probability: Double

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, let kind = FaultKind(rawValue: parts[0]), let probability = Double(parts[1]),
      (0...1).contains(probability)
    else { return nil }
    self.kind = kind
    self.probability = probability
  }
}

/// A team and a container: `TEAM=iCloud.org.example`.
struct TeamContainer: ExpressibleByArgument {
  let container: ManagementContainer

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, parts.allSatisfy({ $0.wholeMatch(of: #/[A-Za-z0-9._-]+/#) != nil }) else { return nil }
    container = ManagementContainer(
      id: parts[1], teamID: parts[0], name: String(parts[1].split(separator: ".").last ?? ""))
  }
}
