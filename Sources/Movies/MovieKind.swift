internal import Frames
internal import LinuxIO

/// The kind of a movie file, by its ending: a container and its codecs.
enum MovieKind: CaseIterable {
    case mp4, quicktime, matroska, webm

    /// Finds the kind of a path; nil where its ending is that of no movie that can be written.
    init?(path: String) {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: ".") else { return nil }
        let ending = name[dot...].dropFirst().lowercased()
        guard let kind = Self.allCases.first(where: { $0.endings.contains(ending) }) else { return nil }
        self = kind
    }

    /// The endings, without the dot.
    var endings: [String] {
        switch self {
        case .mp4: ["mp4", "m4v"]
        case .quicktime: ["mov"]
        case .matroska: ["mkv"]
        case .webm: ["webm"]
        }
    }

    /// The container's writer, for a pipeline's description.
    ///
    /// MP4 is written in pieces of half a second, each of them whole, so that a program that is killed leaves a movie; at the
    /// proper end the file becomes an ordinary one (`first-moov-then-finalise`). The time base of 90 kHz holds all usual
    /// rates exactly. Matroska and WebM are always written piece by piece.
    var muxer: String {
        switch self {
        case .mp4: "mp4mux \(Self.pieces)"
        case .quicktime: "qtmux \(Self.pieces)"
        case .matroska: "matroskamux"
        case .webm: "webmmux"
        }
    }

    /// True for the kinds that consist of pieces until their end (``MovieFragment``).
    var hasFragments: Bool { self == .mp4 || self == .quicktime }

    private static let pieces =
        "fragment-duration=500 fragment-mode=first-moov-then-finalise trak-timescale=90000"

    /// The encoders for its pictures, best first.
    var encoders: [PictureEncoder] {
        switch self {
        case .mp4, .quicktime, .matroska: [.x264, .openH264]
        case .webm: [.vp9, .vp8]
        }
    }

    /// The encoders for pictures of more than 8 bits, best first.
    var deepEncoders: [PictureEncoder] {
        switch self {
        case .mp4, .quicktime, .matroska: [.x265, .svtAV1]
        case .webm: [.vp9, .svtAV1]
        }
    }

    /// Chooses the encoder for its pictures.
    ///
    /// - Parameters:
    ///   - element: The encoder's name in GStreamer; nil for the best that is installed.
    ///   - path: The movie's path, for the error.
    /// - Returns: The encoder.
    /// - Throws: The error that names the encoders of which none is installed.
    func encoder(_ element: String?, for path: String) throws(MovieError) -> PictureEncoder {
        let known =
            element.map { element in (encoders + deepEncoders).filter { $0.element == element } } ?? encoders
        if let encoder = known.first(where: { GStreamer.has($0.element) }) { return encoder }
        let names = encoders.map(\.element).joined(separator: " or ")
        throw MovieError(
            .missingCodec,
            "\(path) needs GStreamer's \(names), which is not installed; install gstreamer1.0-plugins-good, -bad and -ugly"
        )
    }

    /// The best encoder for its sound that is installed; nil for none.
    var soundEncoder: String? { soundEncoders.first { GStreamer.has($0) } }

    /// The encoders for its sound, best first.
    var soundEncoders: [String] {
        switch self {
        case .mp4, .quicktime: ["fdkaacenc", "avenc_aac", "voaacenc"]
        case .matroska, .webm: ["opusenc", "vorbisenc"]
        }
    }
}
