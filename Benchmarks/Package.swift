// swift-tools-version: 6.1

import PackageDescription

let package = Package(
  name: "turnlab-benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "turnlab", path: "..")],
  targets: [
    .executableTarget(
      name: "LabBench",
      dependencies: [
        "LabTimeline", "LabAudio", "LabProviders", "LabTransport", "LabPlan", "LabRunner", "LabReports", "LabStatistics",
        "LabVoiceActivity", "LabYAML", "LabGates", "LabHistory", "LabEmulation",
      ].map { .product(name: $0, package: "turnlab") },
      swiftSettings: [.swiftLanguageMode(.v6)]),
    .executableTarget(
      name: "LabFuzz", dependencies: [.product(name: "FuzzSupport", package: "turnlab")],
      swiftSettings: [.swiftLanguageMode(.v6)]),
  ]
)
