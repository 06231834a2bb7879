// swift-tools-version: 6.2
import PackageDescription

// The target graph is the architecture: an arrow may only go down this list, and a third-party product enters one
// target. `.ci/imports` holds the imports against it.
let package = Package(
  name: "celestra-admin",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "celestra-admin", targets: ["CelestraAdmin"])
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
  ],
  targets: [
    // base
    .target(name: "Diagnostics"),
    // formats
    .target(name: "CloudKitSchema", dependencies: ["Diagnostics"]),
    // records
    .target(name: "CloudKitRecords", dependencies: ["CloudKitSchema"]),
    // domain
    .target(
      name: "Catalog",
      dependencies: ["CloudKitRecords", "CloudKitSchema", .product(name: "Crypto", package: "swift-crypto")]),
    // jobs
    .target(name: "Curation", dependencies: ["Catalog", "CloudKitRecords", "Diagnostics"]),
    // edge
    .executableTarget(
      name: "CelestraAdmin",
      dependencies: [
        "CloudKitRecords", "CloudKitSchema", "Diagnostics",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),

    .testTarget(name: "DiagnosticsTests", dependencies: ["Diagnostics"]),
    .testTarget(name: "CloudKitSchemaTests", dependencies: ["CloudKitSchema", "Diagnostics"]),
    .testTarget(name: "CloudKitRecordsTests", dependencies: ["CloudKitRecords", "CloudKitSchema"]),
    .testTarget(name: "CatalogTests", dependencies: ["Catalog", "CloudKitRecords", "CloudKitSchema"]),
  ]
)

for target in package.targets {
  target.swiftSettings = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
}
