// swift-tools-version: 6.2
import PackageDescription

// A program of libFuzzer's for each target of Bodies/FuzzTarget.swift. The functions in Bodies are the tests' own, too: the root's
// FuzzTests give them what is in Corpus. Only `scripts/fuzz` builds this, with the flags that it needs.

let modern: [SwiftSetting] = [.swiftLanguageMode(.v6)]

// Those of the root package; the program's own sources are a module here, since nobody can import an executable of another package.
let libraries = [
    "Capture", "Decoders", "Faults", "Filters", "FrameTools", "Frames", "LinuxIO", "LiveView",
    "LiveViewOverlay",
    "Movies", "Overlay", "PictureFiles", "VulkanCore", "VulkanView", "WaylandClient",
].map { Target.Dependency.product(name: $0, package: "viewfinder") }

let parser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")

let package = Package(
    name: "fuzz",
    dependencies: [
        .package(name: "viewfinder", path: "../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    ],
    targets: [
        .target(
            name: "ViewfinderProgram", dependencies: libraries + [parser, logging], path: "Program",
            exclude: ["Commands/Main.swift", "Viewfinder.docc"],
            swiftSettings: modern + [
                .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"), .strictMemorySafety(),
            ]),
        .target(
            name: "FuzzTargets", dependencies: ["ViewfinderProgram"] + libraries + [parser, logging],
            path: "Bodies", swiftSettings: modern),
        .target(name: "FuzzDriver", dependencies: ["FuzzTargets"], path: "Driver", swiftSettings: modern),
    ]
        + [
            "acv", "arguments", "colors", "cube", "driver", "filter", "glsl", "jpeg", "lookup", "photograph",
            "png", "settings", "source", "splitter", "times", "words", "y4m",
        ].map {
            .executableTarget(
                name: "fuzz-\($0)", dependencies: ["FuzzDriver"], path: "Targets/\($0)", swiftSettings: modern
            )
        }
)
