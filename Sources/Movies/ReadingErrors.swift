internal import Glibc
internal import LinuxIO

extension MovieError {
    /// Makes the error of a file that cannot be opened.
    init(reading path: String, _ error: SystemError) {
        let kind = error.code == EACCES ? Kind.permission : .file
        self.init(kind, "\(path) cannot be read (\(error.reason)); check its path and who may read it")
    }

    /// Makes the error of a file that names what is elsewhere in the place of pictures.
    init(list path: String) {
        self.init(
            .notAMovie,
            "\(path) is a list of what lies elsewhere, which is not fetched; give the path of a movie")
    }

    /// Makes the error of a file that cannot be decoded.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - fault: The pipeline's fault.
    ///   - missing: The format for which nothing is installed, where the pipeline named one.
    init(reading path: String, _ fault: PipelineFault, missing: String?) {
        if let missing {
            let absent = Self.packages.filter { !GStreamer.has($0.element) }.map(\.package)
            self.init(
                .missingCodec,
                absent.isEmpty
                    ? "\(path) needs what GStreamer does not have, the \(missing); convert the movie to another format"
                    : "\(path) needs a part of GStreamer that is not installed, the \(missing); install \(absent.joined(separator: ", "))"
            )
            return
        }
        switch fault.kind {
        case .missingCodec:
            self.init(.notAMovie, "\(path) holds no moving pictures; give a movie file")
        case .wrongType:
            self.init(.notAMovie, "\(path) holds no moving pictures (\(fault.words)); give a movie file")
        case .notPermitted:
            self.init(.permission, "\(path) cannot be read (\(fault.words)); check who may read it")
        default:
            self.init(
                .notAMovie,
                "\(path) cannot be decoded (\(fault.words)); it may be damaged, or of a kind that GStreamer lacks: convert it"
            )
        }
    }

    /// The packages that decode, and an element that each is known by.
    private static let packages = [
        (element: "avdec_h264", package: "gstreamer1.0-libav"),
        (element: "matroskademux", package: "gstreamer1.0-plugins-good"),
        (element: "tsdemux", package: "gstreamer1.0-plugins-bad"),
        (element: "asfdemux", package: "gstreamer1.0-plugins-ugly"),
    ]
}
