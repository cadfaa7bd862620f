// swift-tools-version: 6.1

import PackageDescription

/// One module of the lab: its folder in `Sources/`, what it may import, and its tests.
struct Module {
  let name: String
  var modules: [String] = []
  /// Products of other packages, as in `packages`.
  var products: [String] = []
  /// What its tests import beside that.
  var testModules: [String] = []
  /// Folders of the tests that hold no sources.
  var testData: [String] = []
  var resources: [Resource] = []
}

/// The packages that products come from; each product is named as the module that it holds.
let packages = [
  "ArgumentParser": "swift-argument-parser", "GRDB": "GRDB.swift",
  "HeapModule": "swift-collections", "Histogram": "hdrhistogram-swift", "NIOCore": "swift-nio",
  "NIOHTTP1": "swift-nio", "NIOPosix": "swift-nio", "NIOSSL": "swift-nio-ssl", "NIOTLS": "swift-nio",
  "NIOWebSocket": "swift-nio", "Yams": "Yams",
]

func products(_ names: [String]) -> [Target.Dependency] {
  names.map { .product(name: $0, package: packages[$0] ?? $0) }
}

// From the bottom up: a module imports only modules that stand above it in this list.
let modules = [
  Module(name: "LabErrors"),
  Module(name: "LabTimeline"),
  Module(name: "LabStatistics"),
  Module(name: "LabYAML", modules: ["LabErrors"], products: ["Yams"]),
  Module(name: "LabRecord", modules: ["LabErrors", "LabTimeline"], testModules: ["AnalysisSupport"]),
  Module(
    name: "LabCost",
    modules: ["LabErrors", "LabTimeline", "LabStatistics", "LabYAML", "LabRecord"],
    // Compiled into the program, so that one without files beside it knows the prices.
    resources: [.embedInCode("Book/prices.yaml")]),
  Module(
    name: "LabAudio",
    modules: [
      "LabErrors", "LabTimeline", "LabStatistics", "LabYAML", "CSndfile", "CSamplerate", "COpus",
    ],
    products: ["Yams"]),
  Module(name: "LabVoiceActivity", modules: ["LabErrors", "LabTimeline", "LabAudio", "CFFTW"]),
  Module(name: "LabConversation", modules: ["LabErrors", "LabTimeline"]),
  Module(name: "LabProviders", modules: ["LabErrors", "LabTimeline"]),
  Module(name: "LabEmulation", modules: ["LabTimeline", "LabStatistics", "LabRecord", "LabProviders"]),
  Module(
    name: "LabPipeline",
    modules: [
      "LabTimeline", "LabStatistics", "LabRecord", "LabAudio", "LabVoiceActivity", "LabConversation",
      "LabProviders", "LabEmulation",
    ]),
  Module(
    name: "LabTransport",
    modules: ["LabErrors", "CCurl", "CPlatform"],
    products: ["NIOCore", "NIOPosix", "NIOHTTP1", "NIOWebSocket", "NIOSSL", "NIOTLS"]),
  Module(
    name: "LabEngines", modules: ["LabProviders", "LabTransport", "CEngines"], testModules: ["LabTimeline"]),
  Module(
    name: "LabCassette",
    modules: [
      "LabErrors", "LabTimeline", "LabStatistics", "LabRecord", "LabConversation", "LabProviders",
      "LabEmulation",
    ]),
  Module(
    name: "LabPlan",
    modules: [
      "LabErrors", "LabTimeline", "LabStatistics", "LabYAML", "LabRecord", "LabAudio", "LabVoiceActivity",
      "LabConversation", "LabProviders", "LabEmulation", "LabCassette", "CCrypto",
    ]),
  Module(
    name: "LabEmulatorServer",
    modules: [
      "LabErrors", "LabTimeline", "LabStatistics", "LabProviders", "LabEmulation", "LabTransport",
    ],
    products: ["NIOCore", "NIOPosix", "NIOHTTP1", "NIOWebSocket", "NIOSSL"]),
  Module(
    name: "LabRunner",
    modules: [
      "LabTimeline", "LabStatistics", "LabYAML", "LabRecord", "LabCost", "LabAudio", "LabVoiceActivity",
      "LabConversation", "LabProviders", "LabEmulation", "LabPipeline", "LabTransport", "LabEngines",
      "LabCassette", "LabPlan", "LabEmulatorServer",
    ],
    products: ["HeapModule", "Histogram"],
    testModules: ["LabAnalysis", "LabReports"]),
  Module(
    name: "LabAnalysis",
    modules: ["LabErrors", "LabTimeline", "LabStatistics", "LabRecord", "LabCost"],
    testModules: ["AnalysisSupport"]),
  Module(
    name: "LabGates",
    modules: [
      "LabErrors", "LabTimeline", "LabStatistics", "LabYAML", "LabRecord", "LabCost", "LabAnalysis",
    ],
    testModules: ["AnalysisSupport"]),
  Module(
    name: "LabHistory",
    modules: ["LabErrors", "LabTimeline", "LabStatistics", "LabRecord", "LabCost", "LabAnalysis"],
    products: ["GRDB"]),
  Module(
    name: "LabStudies",
    modules: [
      "LabErrors", "LabTimeline", "LabStatistics", "LabRecord", "LabAudio", "LabConversation",
      "LabEmulation", "LabTransport", "LabPlan", "LabEmulatorServer", "LabRunner", "LabAnalysis",
      "LabGates",
    ]),
  Module(
    name: "LabReports",
    modules: ["LabTimeline", "LabStatistics", "LabRecord", "LabCost", "LabAnalysis", "LabGates"],
    testModules: ["AnalysisSupport", "LabYAML"],
    testData: ["Expected"]),
  Module(
    name: "TurnLab",
    modules: [
      "LabErrors", "LabTimeline", "LabStatistics", "LabRecord", "LabCost", "LabAudio", "LabProviders",
      "LabEmulation", "LabPlan", "LabRunner", "LabAnalysis", "LabGates", "LabHistory", "LabStudies",
      "LabReports",
    ]),
  Module(
    name: "LabCLI",
    modules: [
      "LabErrors", "LabTimeline", "LabRecord", "LabCost", "LabAudio", "LabVoiceActivity", "LabProviders",
      "LabEmulation", "LabTransport", "LabCassette", "LabPlan", "LabEmulatorServer", "LabRunner",
      "LabAnalysis", "LabGates", "LabHistory", "LabStudies", "LabReports", "TurnLab",
    ],
    products: ["ArgumentParser"],
    // Some tests start the program as a process of its own.
    testModules: ["TurnLabProgram"]),
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
  products: [
    .executable(name: "turnlab", targets: ["TurnLabProgram"]),
    // Plans, runs and reports.
    .library(name: "TurnLab", targets: ["TurnLab"]),
    // The emulated services, for the tests of other programs.
    .library(name: "TurnLabEmulator", targets: ["LabEmulation", "LabEmulatorServer"]),
    .library(name: "TurnLabTestSupport", targets: ["TestSupport"]),
  ],
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
        dependencies: module.modules.map { .init(stringLiteral: $0) } + products(module.products),
        resources: module.resources,
        swiftSettings: strict)
    }
    + modules.map { module in
      .testTarget(
        name: module.name + "Tests",
        dependencies: ["TestConditions", "TestSupport", .init(stringLiteral: module.name)]
          + products(module.products)
          + (module.modules.filter { $0.contains("Lab") } + module.testModules)
          .map { .init(stringLiteral: $0) },
        exclude: module.testData,
        swiftSettings: strict)
    }
    + [
      .executableTarget(
        name: "TurnLabProgram", dependencies: ["LabErrors", "LabCLI"], swiftSettings: strict),
      // Scratch folders and the like, for all tests.
      .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
      // What tests need beyond a moment, so that `scripts/test --fast` can leave them out.
      .target(name: "TestConditions", path: "Tests/TestConditions", swiftSettings: strict),
      // Made-up runs and judgements, for the tests of analysis, gates and reports.
      .target(
        name: "AnalysisSupport",
        dependencies: [
          "TestSupport", "LabTimeline", "LabStatistics", "LabYAML", "LabRecord", "LabCost", "LabAnalysis",
          "LabGates",
        ], path: "Tests/AnalysisSupport", swiftSettings: strict),
      // Drives the providers' own Python clients against the emulator.
      .testTarget(
        name: "SDKConformanceTests",
        dependencies: [
          "TestConditions", "TestSupport", "LabRecord", "LabAudio", "LabEmulation", "LabEmulatorServer",
          "LabPlan", "LabRunner",
        ],
        exclude: ["Clients"], swiftSettings: strict),
      // Mutated exchanges for every parser, for the tests and for `scripts/fuzz`.
      .target(
        name: "FuzzSupport",
        dependencies: [
          "TestSupport", "LabTimeline", "LabYAML", "LabRecord", "LabCost", "LabAudio", "LabProviders",
          "LabEmulation", "LabTransport", "LabGates", "LabCassette", "LabPlan", "LabRunner",
          "LabEmulatorServer",
        ] + products(["NIOCore", "NIOPosix", "NIOHTTP1", "NIOWebSocket"]), path: "Tests/FuzzSupport",
        swiftSettings: strict),
      .testTarget(
        name: "FuzzTests",
        dependencies: [
          "FuzzSupport", "TestConditions", "TestSupport", "LabTimeline", "LabProviders", "LabEmulation",
        ],
        exclude: ["Corpus"], swiftSettings: strict),
      // Reads the sources as text and imports none of them.
      .testTarget(name: "SourceTests", swiftSettings: strict),
      // Run by `scripts/bench` and `scripts/fuzz`; `scripts/test` does not build them.
      .executableTarget(
        name: "LabBench",
        dependencies: [
          "LabTimeline", "LabStatistics", "LabYAML", "LabRecord", "LabAudio", "LabVoiceActivity",
          "LabProviders", "LabEmulation", "LabPipeline", "LabTransport", "LabPlan", "LabRunner",
          "LabAnalysis", "LabGates", "LabHistory", "CFFTW",
        ], path: "Benchmarks/LabBench", swiftSettings: strict),
      .executableTarget(
        name: "LabFuzz", dependencies: ["FuzzSupport"], path: "Benchmarks/LabFuzz", swiftSettings: strict),
    ]
)

// The executables below `Benchmarks/` are left out then, too.
if let wantedTests {
  package.targets.removeAll { target in
    target.type == .test && !wantedTests.contains(target.name)
      || target.path?.hasPrefix("Benchmarks/") == true
  }
}
