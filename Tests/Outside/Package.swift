// swift-tools-version: 6.2
import PackageDescription

// Programs of others: they see of the libraries what every package sees. The articles and README print them.

let viewfinder = [
    "Capture", "Decoders", "FilterMovies", "Filters", "FrameTools", "Frames", "LinuxIO", "LiveView",
    "LiveViewOverlay",
    "Movies",
    "Overlay", "PictureFiles",
    "VulkanCore", "VulkanView", "WaylandClient",
].map {
    Target.Dependency.product(name: $0, package: "viewfinder")
}

let package = Package(
    name: "outside",
    dependencies: [.package(name: "viewfinder", path: "../..")],
    targets: [
        "badge", "billboard", "camera", "clock", "colours", "compressed", "controls", "converted", "cut-out",
        "devices",
        "dragged",
        "equalized", "headed", "keys", "modes", "opener", "own-filter", "own-source", "photograph", "record",
        "report", "self-test",
        "scene", "side-by-side", "sketch", "slider", "still", "switching", "ten-frames", "throttled",
        "turned", "wall",
        "wishes",
    ].map {
        .executableTarget(name: $0, dependencies: viewfinder, swiftSettings: [.swiftLanguageMode(.v6)])
    }
)
