// swift-tools-version: 6.1

import PackageDescription

/// One module of the lab: its folder in `Sources/`, what it may import, and its tests.
struct Module {
  let name: String
  var modules: [String] = []
  var products: [Target.Dependency] = []
  /// Folders of the tests that hold no sources.
  var testData: [String] = []
  var resources: [Resource] = []
}

let nio: [Target.Dependency] = ["NIOCore", "NIOPosix", "NIOHTTP1", "NIOWebSocket"].map {
  .product(name: $0, package: "swift-nio")
}
let nioTLS: [Target.Dependency] = [
  .product(name: "NIOSSL", package: "swift-nio-ssl"), .product(name: "NIOTLS", package: "swift-nio"),
]
let database = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let yaml = Target.Dependency.product(name: "Yams", package: "Yams")
let heap = Target.Dependency.product(name: "HeapModule", package: "swift-collections")
let histogram = Target.Dependency.product(name: "Histogram", package: "hdrhistogram-swift")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

// From the bottom up: a module imports only modules that stand above it in this list.
let modules = [
  Module(name: "LabErrors"),
  Module(name: "LabTimeline"),
  Module(name: "LabStatistics"),
  Module(name: "LabYAML", modules: ["LabErrors"], products: [yaml]),
  Module(
    name: "LabCost", modules: ["LabErrors", "LabTimeline", "LabStatistics", "LabYAML"],
    // Compiled into the program, so that one without files beside it knows the prices.
    resources: [.embedInCode("Book/prices.yaml")]),
  Module(name: "LabAudio", modules: ["LabErrors", "LabYAML", "CSndfile", "CSamplerate", "COpus"]),
  Module(name: "LabVoiceActivity", modules: ["LabErrors", "LabAudio", "CFFTW"]),
  Module(name: "LabConversation", modules: ["LabErrors", "LabTimeline"]),
  Module(name: "LabProviders", modules: ["LabErrors", "LabTimeline"]),
  Module(name: "LabEmulation", modules: ["LabTimeline", "LabProviders", "LabStatistics"]),
  Module(name: "LabWorkloads", modules: ["LabConversation", "LabAudio"]),
  Module(name: "LabTransport", modules: ["LabErrors", "CCurl", "CPlatform"], products: nio + nioTLS),
  Module(name: "LabEngines", modules: ["LabTimeline", "LabProviders", "LabTransport", "CEngines"]),
  Module(
    name: "LabReports", modules: ["LabErrors", "LabTimeline", "LabStatistics", "LabCost"],
    testData: ["Expected"]),
  Module(
    name: "LabGates",
    modules: ["LabErrors", "LabTimeline", "LabStatistics", "LabYAML", "LabCost", "LabReports"]),
  Module(
    name: "LabHistory", modules: ["LabErrors", "LabTimeline", "LabStatistics", "LabCost", "LabReports"],
    products: [database]),
  Module(
    name: "LabCassette",
    modules: ["LabErrors", "LabTimeline", "LabStatistics", "LabConversation", "LabProviders", "LabEmulation"]),
  Module(
    name: "LabEmulatorServer",
    modules: ["LabErrors", "LabTimeline", "LabStatistics", "LabProviders", "LabEmulation", "LabTransport"],
    products: nio + nioTLS),
  Module(
    name: "LabRunner",
    modules: [
      "LabErrors", "LabTimeline", "LabStatistics", "LabYAML", "LabCost", "LabAudio", "LabVoiceActivity",
      "LabConversation", "LabProviders", "LabEmulation", "LabWorkloads", "LabTransport", "LabEngines",
      "LabReports", "LabCassette", "LabEmulatorServer", "CCrypto",
    ],
    products: [heap, histogram]),
  Module(
    name: "LabStudies",
    modules: [
      "LabErrors", "LabTimeline", "LabStatistics", "LabAudio", "LabConversation", "LabEmulation",
      "LabTransport",
      "LabReports", "LabGates", "LabEmulatorServer", "LabRunner",
    ]),
  Module(
    name: "TurnLab",
    modules: [
      "LabTimeline", "LabStatistics", "LabAudio", "LabProviders", "LabEmulation", "LabCost", "LabReports",
      "LabGates", "LabHistory", "LabRunner", "LabStudies",
    ]),
  Module(
    name: "LabCLI",
    modules: [
      "LabErrors", "LabTimeline", "LabStatistics", "LabYAML", "LabAudio", "LabVoiceActivity",
      "LabConversation",
      "LabProviders", "LabEmulation", "LabTransport", "LabCassette", "LabEmulatorServer", "LabCost",
      "LabReports", "LabGates", "LabHistory", "LabRunner", "LabStudies", "TurnLab",
    ],
    products: [arguments]),
]

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

let cLibraries: [Target] = [
  .systemLibrary(
    name: "CSndfile", path: "Sources/Clibraries/CSndfile", pkgConfig: "sndfile",
    providers: [.apt(["libsndfile1-dev"]), .brew(["libsndfile"])]),
  .systemLibrary(
    name: "CSamplerate", path: "Sources/Clibraries/CSamplerate", pkgConfig: "samplerate",
    providers: [.apt(["libsamplerate0-dev"]), .brew(["libsamplerate"])]),
  .systemLibrary(
    name: "COpus", path: "Sources/Clibraries/COpus", pkgConfig: "opus",
    providers: [.apt(["libopus-dev"]), .brew(["opus"])]),
  .systemLibrary(
    name: "CFFTW", path: "Sources/Clibraries/CFFTW", pkgConfig: "fftw3f",
    providers: [.apt(["libfftw3-dev"]), .brew(["fftw"])]),
  .systemLibrary(
    name: "CCurl", path: "Sources/Clibraries/CCurl", pkgConfig: "libcurl",
    providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
  .systemLibrary(
    name: "CCrypto", path: "Sources/Clibraries/CCrypto", pkgConfig: "libcrypto",
    providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
  .systemLibrary(name: "CPlatform", path: "Sources/Clibraries/CPlatform"),
  // Structures of engines that are loaded at run time; nothing is linked.
  .systemLibrary(name: "CEngines", path: "Sources/Clibraries/CEngines"),
]

/// The test targets to build, separated by commas; all of them when the variable is not set. For the edit loop: one
/// module's tests do not wait for everybody else's to compile.
let wantedTests = Context.environment["TURNLAB_TESTS"].map { Set($0.split(separator: ",").map(String.init)) }

let package = Package(
  name: "turnlab",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "turnlab", targets: ["LabProgram"])]
    + modules.map { .library(name: $0.name, targets: [$0.name]) }
    + [.library(name: "FuzzSupport", targets: ["FuzzSupport"])],
  dependencies: [
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", exact: "0.2.0"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
    .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
  ],
  targets: cLibraries
    + modules.map { module in
      .target(
        name: module.name,
        dependencies: module.modules.map { .init(stringLiteral: $0) } + module.products,
        resources: module.resources,
        swiftSettings: strict)
    }
    + modules.map { module in
      .testTarget(
        name: module.name + "Tests",
        dependencies: ["TestSupport", .init(stringLiteral: module.name)] + module.products
          + module.modules.filter { $0.hasPrefix("Lab") }
          .map { .init(stringLiteral: $0) },
        exclude: module.testData,
        swiftSettings: strict)
    }
    + [
      .executableTarget(
        name: "LabProgram", dependencies: ["LabErrors", "LabCLI"], swiftSettings: strict),
      // Scratch folders and the like, for all tests.
      .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
      // Drives the providers' own Python clients against the emulator.
      .testTarget(
        name: "SDKConformanceTests",
        dependencies: ["TestSupport", "LabAudio", "LabEmulation", "LabEmulatorServer", "LabRunner"],
        exclude: ["Clients"], swiftSettings: strict),
      // Mutated exchanges for every parser, for the tests and for `scripts/fuzz`.
      .target(
        name: "FuzzSupport",
        dependencies: [
          "TestSupport", "LabTimeline", "LabYAML", "LabCost", "LabAudio", "LabProviders", "LabEmulation",
          "LabTransport", "LabReports", "LabGates", "LabCassette", "LabRunner", "LabEmulatorServer",
        ] + nio, path: "Tests/FuzzSupport", swiftSettings: strict),
      .testTarget(
        name: "FuzzTests",
        dependencies: ["FuzzSupport", "TestSupport", "LabTimeline", "LabProviders", "LabEmulation"],
        exclude: ["Corpus"], swiftSettings: strict),
      // Reads the sources as text and imports none of them.
      .testTarget(name: "SourceTests", swiftSettings: strict),
    ]
)

package.targets.removeAll { target in
  target.type == .test && wantedTests.map { !$0.contains(target.name) } ?? false
}
