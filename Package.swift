// swift-tools-version: 6.2
import Foundation
import PackageDescription

// The targets stand in the order of their imports: each one imports only those above it.

let modern: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

// What stands above the core (LinuxIO, Frames, Processor, VulkanCore, Filters, VulkanView) uses it as other packages do: `packageAccess: false`.
let strict = modern + [.strictMemorySafety()]

/// Tells whether there is a file in a folder of the system's libraries.
func isInstalled(_ name: String) -> Bool {
    ["x86_64-linux-gnu/", "aarch64-linux-gnu/", "../lib64/", ""].contains {
        FileManager.default.fileExists(atPath: "/usr/lib/\($0)\(name)")
    }
}

// Static, because Debian 12's libshaderc.so.1 does not name the libraries that it needs. Which parts there are beside
// it differs between releases.
let shaderc: [LinkerSetting] =
    ([
        "shaderc_combined", "glslang", "MachineIndependent", "OSDependent", "OGLCompiler", "GenericCodeGen",
        "SPIRV", "SPIRV-Tools-opt", "SPIRV-Tools",
    ].filter { isInstalled("lib\($0).a") } + ["stdc++"]).map { .linkedLibrary($0) }

// GStreamer's own description, and GLib's, name the flag -pthread through other libraries, which the package manager leaves out with a
// warning at each build; ours says in which folders the headers may be, and the module map names the libraries.
let gstreamer =
    FileManager.default.fileExists(atPath: "/usr/include/gstreamer-1.0/gst/gst.h")
        && isInstalled("glib-2.0/include/glibconfig.h")
    ? "\(Context.packageDirectory)/Sources/CGStreamer/gstreamer.pc" : "gstreamer-app-1.0"

let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")

let package = Package(
    name: "viewfinder",
    products: [
        .executable(name: "viewfinder", targets: ["Viewfinder"]),
        .library(name: "LinuxIO", targets: ["LinuxIO"]),
        .library(name: "Faults", targets: ["Faults"]),
        .library(name: "Frames", targets: ["Frames"]),
        .library(name: "Decoders", targets: ["Decoders"]),
        .library(name: "FrameTools", targets: ["FrameTools"]),
        .library(name: "Movies", targets: ["Movies"]),
        .library(name: "Capture", targets: ["Capture"]),
        .library(name: "VulkanCore", targets: ["VulkanCore"]),
        .library(name: "PictureFiles", targets: ["PictureFiles"]),
        .library(name: "Filters", targets: ["Filters"]),
        .library(name: "FilterMovies", targets: ["FilterMovies"]),
        .library(name: "VulkanView", targets: ["VulkanView"]),
        .library(name: "WaylandClient", targets: ["WaylandClient"]),
        .library(name: "Overlay", targets: ["Overlay"]),
        .library(name: "LiveViewOverlay", targets: ["LiveViewOverlay"]),
        .library(name: "LiveView", targets: ["LiveView"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    ],
    targets: [
        // C, as it is
        .systemLibrary(name: "CLinux"),
        .systemLibrary(
            name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
        .systemLibrary(name: "CYUV", providers: [.apt(["libyuv-dev"])]),
        .systemLibrary(name: "CV4L2", pkgConfig: "libv4l2", providers: [.apt(["libv4l-dev"])]),
        .systemLibrary(name: "CVulkan", pkgConfig: "vulkan", providers: [.apt(["libvulkan-dev"])]),
        .systemLibrary(name: "CWayland", pkgConfig: "wayland-client", providers: [.apt(["libwayland-dev"])]),
        .systemLibrary(name: "CXKBCommon", pkgConfig: "xkbcommon", providers: [.apt(["libxkbcommon-dev"])]),
        .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
        .systemLibrary(
            name: "CShaderc", providers: [.apt(["libshaderc-dev", "glslang-dev", "spirv-tools"])]),
        .systemLibrary(
            name: "CGStreamer", pkgConfig: gstreamer,
            providers: [.apt(["libgstreamer1.0-dev", "libgstreamer-plugins-base1.0-dev"])]),

        // The libraries, and the program
        .target(name: "LinuxIO", dependencies: ["CLinux"], swiftSettings: strict),
        .target(name: "Faults", dependencies: ["LinuxIO"], packageAccess: false, swiftSettings: strict),
        .target(name: "Frames", dependencies: ["LinuxIO"], swiftSettings: strict),
        .target(name: "ProcessorVectors", path: "Sources/Processor/Vectors"),
        .target(
            name: "Processor", dependencies: ["ProcessorVectors", "Frames"], exclude: ["Vectors"],
            swiftSettings: strict),
        .target(
            name: "Decoders", dependencies: ["ProcessorVectors", "Frames", "CTurboJPEG"],
            packageAccess: false,
            swiftSettings: strict),
        .target(
            name: "FrameTools", dependencies: ["Decoders", "Frames", "CYUV"], packageAccess: false,
            swiftSettings: strict),
        .target(
            name: "Movies",
            dependencies: ["Decoders", "Frames", "LinuxIO", "Faults", "CGStreamer", logging],
            packageAccess: false,
            swiftSettings: strict),
        .target(
            name: "Capture",
            dependencies: ["Movies", "Frames", "LinuxIO", "Faults", "CLinux", "CV4L2", logging],
            packageAccess: false, swiftSettings: strict),
        .target(
            name: "VulkanCore", dependencies: ["Frames", "LinuxIO", "CVulkan", logging],
            swiftSettings: strict,
            plugins: ["CompileShaders"]),
        .target(
            name: "PictureFiles", dependencies: ["LinuxIO", "CPNG", "CTurboJPEG"], packageAccess: false,
            swiftSettings: strict),
        .target(
            name: "Filters",
            dependencies: [
                "Processor", "PictureFiles", "VulkanCore", "Frames", "LinuxIO", "CVulkan", "CShaderc",
                logging,
            ],
            swiftSettings: strict, linkerSettings: shaderc,
            plugins: ["CompileShaders"]),
        .target(
            name: "FilterMovies", dependencies: ["Filters", "Movies", "Frames", "LinuxIO", logging],
            packageAccess: false, swiftSettings: strict),
        .target(
            name: "VulkanView",
            dependencies: ["Processor", "VulkanCore", "Decoders", "Frames", "LinuxIO", "CVulkan", logging],
            swiftSettings: strict,
            plugins: ["CompileShaders"]),
        .target(
            name: "WaylandClient", dependencies: ["LinuxIO", "Faults", "CWayland", "CXKBCommon", logging],
            packageAccess: false, swiftSettings: strict, plugins: ["WaylandBindings"]),
        .target(
            name: "Overlay", dependencies: ["LinuxIO"], packageAccess: false, swiftSettings: strict),
        .target(
            name: "LiveView",
            dependencies: [
                "Capture", "Filters", "VulkanView", "WaylandClient", "VulkanCore", "Decoders", "Frames",
                "LinuxIO", "Faults", logging,
            ],
            packageAccess: false, swiftSettings: strict),
        .target(
            name: "LiveViewOverlay",
            dependencies: ["LiveView", "Overlay", "WaylandClient", "LinuxIO", logging],
            packageAccess: false, swiftSettings: strict),
        .executableTarget(
            name: "Viewfinder",
            dependencies: [
                "LiveViewOverlay", "LiveView", "Overlay", "LinuxIO", "Faults", "Frames", "Decoders",
                "FrameTools",
                "Movies", "Capture", "VulkanCore",
                "PictureFiles", "Filters", "VulkanView", "WaylandClient",
                logging,
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            // It waits for people, not for pictures: small before fast.
            packageAccess: false,
            swiftSettings: strict + [.unsafeFlags(["-Osize"], .when(configuration: .release))]),

        // The benchmark beside other programs
        .executableTarget(
            name: "Bench",
            dependencies: [
                "LinuxIO", "Frames", "Decoders", "FrameTools", "CLinux",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),

        // The measurement of Vulkan devices off screen
        .executableTarget(
            name: "BenchGPU",
            dependencies: [
                "LinuxIO", "Frames", "VulkanCore", "Filters", "VulkanView", "CVulkan", logging,
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),

        // Build-time tools
        .executableTarget(name: "ShaderCompiler", swiftSettings: strict),
        .plugin(name: "CompileShaders", capability: .buildTool(), dependencies: ["ShaderCompiler"]),
        .executableTarget(name: "WaylandScanner", swiftSettings: strict),
        .plugin(name: "WaylandBindings", capability: .buildTool(), dependencies: ["WaylandScanner"]),

        // What tests share, and programs that they run
        .target(
            name: "TestSupport",
            dependencies: ["Faults", "Decoders", "Frames", "LinuxIO", "VulkanCore", "CPNG", logging],
            path: "Tests/TestSupport",
            swiftSettings: modern),
        .executableTarget(
            name: "MovieProbe", dependencies: ["Movies", "Frames", "LinuxIO", logging],
            path: "Tests/MovieProbe", swiftSettings: modern),
        .target(
            name: "FilterReferences", dependencies: ["Filters", "Processor", "VulkanCore"],
            path: "Tests/FilterReferences",
            swiftSettings: modern),
        .executableTarget(
            name: "FilterProbe",
            dependencies: [
                "FilterReferences", "Filters", "VulkanCore", logging,
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Tests/FilterProbe", swiftSettings: modern),
        .executableTarget(
            name: "FilterGallery",
            dependencies: [
                "FilterReferences", "Filters", "VulkanCore", logging,
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Tests/FilterGallery", swiftSettings: modern),
        .executableTarget(
            name: "FaultTable", dependencies: ["Faults"], path: "Tests/FaultTable", swiftSettings: modern),
        .target(
            name: "ProcessResources", dependencies: ["LinuxIO", "CLinux"], path: "Tests/ProcessResources",
            swiftSettings: modern),
        .executableTarget(
            name: "FaultProbe", dependencies: ["ProcessResources", "Capture", "Frames", "LinuxIO", "Movies"],
            path: "Tests/FaultProbe", swiftSettings: modern),
        .executableTarget(
            name: "RouteProbe",
            dependencies: ["Capture", "Frames", "LinuxIO", "VulkanCore", "VulkanView", logging],
            path: "Tests/RouteProbe", swiftSettings: modern),
        .executableTarget(
            name: "USBCamera", dependencies: ["LinuxIO"], path: "Tests/USBCamera", swiftSettings: modern),

        // Tests
        .testTarget(name: "ArchitectureTests", swiftSettings: modern),
        .testTarget(name: "LinuxIOTests", dependencies: ["LinuxIO", "TestSupport"], swiftSettings: modern),
        .testTarget(
            name: "FramesTests", dependencies: ["Frames", "LinuxIO", "TestSupport"], swiftSettings: modern),
        .testTarget(
            name: "DecodersTests", dependencies: ["Decoders", "Frames", "TestSupport", "CTurboJPEG"],
            swiftSettings: modern),
        .testTarget(
            name: "FrameToolsTests",
            dependencies: ["FrameTools", "Decoders", "Frames", "CYUV", "TestSupport"],
            swiftSettings: modern),
        .testTarget(
            name: "MoviesTests",
            dependencies: [
                "Movies", "FilterMovies", "MovieProbe", "Capture", "Filters", "VulkanCore", "Decoders",
                "Frames",
                "LinuxIO", "Faults", "CGStreamer", "TestSupport", logging,
            ],
            swiftSettings: modern),
        .testTarget(
            name: "CaptureTests",
            dependencies: [
                "Capture", "Decoders", "Movies", "Frames", "LinuxIO", "Faults", "CV4L2", "ProcessResources",
                "TestSupport", logging,
            ],
            swiftSettings: modern),
        .testTarget(
            name: "VulkanCoreTests",
            dependencies: [
                "VulkanCore", "Decoders", "Frames", "LinuxIO", "CVulkan", "TestSupport", logging,
            ],
            swiftSettings: modern),
        .testTarget(
            name: "PictureFilesTests", dependencies: ["PictureFiles", "TestSupport"], swiftSettings: modern),
        .testTarget(
            name: "ProcessorVectorsTests", dependencies: ["ProcessorVectors"], swiftSettings: modern),
        .testTarget(
            name: "FiltersTests",
            dependencies: [
                "Filters", "FilterReferences", "PictureFiles", "Processor", "VulkanCore", "Frames", "CVulkan",
                "TestSupport",
                logging,
            ],
            swiftSettings: modern),
        .testTarget(
            name: "DocumentationTests",
            dependencies: [
                "FilterMovies", "Filters", "Capture", "Movies", "VulkanView", "VulkanCore", "WaylandClient",
                "PictureFiles", "Frames", "LinuxIO", "Faults", "FaultTable", "TestSupport", logging,
            ],
            swiftSettings: modern),
        .testTarget(
            name: "VulkanViewTests",
            dependencies: [
                "VulkanView", "VulkanCore", "Filters", "WaylandClient", "Decoders", "Frames", "LinuxIO",
                "CVulkan", "TestSupport", logging,
            ],
            swiftSettings: modern),
        .testTarget(
            name: "WaylandScannerTests", dependencies: ["WaylandScanner", "TestSupport"],
            swiftSettings: modern),
        .testTarget(
            name: "WaylandClientTests",
            dependencies: [
                "WaylandClient", "WaylandScanner", "CXKBCommon", "LiveView", "LiveViewOverlay", "Overlay",
                "Capture", "Frames", "VulkanCore", "VulkanView", "LinuxIO", "Faults", "TestSupport", logging,
            ],
            swiftSettings: modern),
        .testTarget(
            name: "OverlayTests", dependencies: ["Overlay", "PictureFiles", "LinuxIO"],
            swiftSettings: modern),
        .testTarget(
            name: "LiveViewOverlayTests",
            dependencies: ["LiveViewOverlay", "Overlay", "WaylandClient", "LinuxIO"],
            swiftSettings: modern),
        .testTarget(
            name: "LiveViewTests",
            dependencies: [
                "LiveView", "Capture", "Filters", "Frames", "LinuxIO", "TestSupport", "VulkanCore",
                "VulkanView", "WaylandClient",
                logging,
            ],
            swiftSettings: modern),
        .testTarget(
            name: "ViewfinderTests",
            dependencies: [
                "Viewfinder", "LiveViewOverlay", "LiveView", "Overlay", "WaylandClient", "VulkanView",
                "VulkanCore", "Filters", "PictureFiles", "Capture", "Decoders", "Frames", "LinuxIO", "Faults",
                "TestSupport", logging,
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: modern),
        .testTarget(
            name: "FuzzTests",
            dependencies: [
                "Viewfinder", "Capture", "Decoders", "Filters", "FrameTools", "Frames", "LinuxIO", "Movies",
                "PictureFiles",
                "CV4L2", "TestSupport", logging,
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Tests/Fuzz",
            exclude: ["Corpus", "Driver", "Package.swift", "Program", "Targets"],
            sources: ["Bodies", "Replay"],
            swiftSettings: modern),
        .testTarget(
            name: "BenchTests", dependencies: ["Bench", "BenchGPU", "VulkanView", "Frames", "TestSupport"],
            swiftSettings: modern),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "Faults", "LinuxIO", "LiveViewOverlay", "Overlay", "TestSupport", "Viewfinder", "VulkanCore",
            ],
            swiftSettings: modern),
        .testTarget(name: "LabTests", dependencies: ["Faults", "TestSupport"], swiftSettings: modern),
    ],
    cxxLanguageStandard: .cxx17
)
