internal import Foundation
internal import Frames

extension Player {
    /// Lists all programs that are measured: ours first, then the others at the best settings that their documents
    /// know.
    static func all(viewfinder: String) -> [Player] {
        let device = vulkanDevice
        return [
            .viewfinder(viewfinder),
            .gstreamer("GStreamer videoconvert", "videoconvert ! waylandsink sync=false"),
            .gstreamer("GStreamer glimagesink", "glimagesink sync=false"),
            .mpv(
                "mpv gpu OpenGL", ["--vo=gpu", "--gpu-api=opengl", "--gpu-context=wayland", "--gpu-sw=yes"]),
            .mpv("mpv gpu Vulkan", ["--vo=gpu", "--gpu-api=vulkan", "--gpu-context=waylandvk"] + device),
            .mpv(
                "mpv gpu-next OpenGL",
                ["--vo=gpu-next", "--gpu-api=opengl", "--gpu-context=wayland", "--gpu-sw=yes"]),
            .mpv(
                "mpv gpu-next Vulkan",
                ["--vo=gpu-next", "--gpu-api=vulkan", "--gpu-context=waylandvk"] + device),
            .ffplay,
        ]
    }

    /// Our own program.
    ///
    /// - Parameters:
    ///   - path: The program's path.
    ///   - arguments: More arguments for it.
    /// - Returns: The player.
    static func viewfinder(_ path: String, _ arguments: [String] = []) -> Player {
        Player("Viewfinder", isOurs: true) { input, clip in
            let rate = clip.rate == clip.rate.rounded() ? "\(Int(clip.rate))" : "\(clip.rate)"
            return [path, "show", "--source", "raw:-:\(clip.width)x\(clip.height)@\(rate):\(input.name)"]
                + arguments
        }
    }

    private static func gstreamer(_ name: String, _ sink: String) -> Player {
        // `blocksize` of a whole frame: by default fdsrc makes a buffer of each 4096 bytes.
        Player(name) { input, clip in
            let rate = "\(clip.fraction.numerator)/\(clip.fraction.denominator)"
            let words =
                input == .mjpeg
                ? "fdsrc blocksize=1048576 do-timestamp=true ! image/jpeg,framerate=\(rate) ! jpegparse ! jpegdec"
                : "fdsrc blocksize=\(clip.width * clip.height * 3 / 2) ! rawvideoparse format=nv12 "
                    + "width=\(clip.width) height=\(clip.height) framerate=\(rate)"
            return ["gst-launch-1.0", "--quiet"] + "\(words) ! \(sink)".split(separator: " ").map(String.init)
        }
    }

    private static func mpv(_ name: String, _ output: [String]) -> Player {
        Player(name) { input, clip in
            let demuxer =
                input == .mjpeg
                ? ["--demuxer=lavf", "--demuxer-lavf-format=mjpeg"]
                : [
                    "--demuxer=rawvideo", "--demuxer-rawvideo-w=\(clip.width)",
                    "--demuxer-rawvideo-h=\(clip.height)", "--demuxer-rawvideo-mp-format=nv12",
                    "--demuxer-rawvideo-fps=\(clip.rate)",
                ]
            return [
                "mpv", "--no-config", "--profile=low-latency", "--untimed", "--no-cache", "--no-audio",
                "--no-osc", "--msg-level=all=error",
                // Otherwise it reads a second ahead and stays late by as much.
                "--demuxer-readahead-secs=0", "--demuxer-max-bytes=4MiB",
            ] + output + demuxer + ["-"]
        }
    }

    /// mpv's drawing by the processor, with its scalers that are as good as ours, and with its quickest.
    static let software = [
        mpv("mpv wlshm", ["--vo=wlshm", "--sws-scaler=bilinear", "--zimg-scaler=bilinear"]),
        mpv("mpv wlshm sw-fast", ["--profile=sw-fast", "--vo=wlshm"]),
    ]

    private static let ffplay = Player("ffplay", environment: ["SDL_VIDEODRIVER": "wayland"]) { input, clip in
        let format =
            input == .mjpeg
            ? ["-f", "mjpeg"]
            : ["-f", "rawvideo", "-pixel_format", "nv12", "-video_size", "\(clip.width)x\(clip.height)"]
        return ["ffplay", "-hide_banner", "-loglevel", "error", "-fflags", "nobuffer", "-flags", "low_delay"]
            + ["-framedrop", "-an", "-framerate", "\(clip.rate)"] + format + ["-i", "pipe:0"]
    }

    /// The options that name a software device, which libplacebo takes only then.
    private static var vulkanDevice: [String] {
        let list = ChildProgram.output(of: ["mpv", "--no-config", "--vulkan-device=help"]) ?? ""
        let name = list.split(separator: "'", omittingEmptySubsequences: false).dropFirst().first
        return name.map { ["--vulkan-device=\($0)"] } ?? []
    }
}
