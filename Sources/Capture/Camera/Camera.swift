public import Frames

/// A camera that is plugged in, with all that it offers.
public struct Camera: Sendable, Hashable, Codable {
    /// A pixel format of a camera.
    public struct Format: Sendable, Hashable, Codable {
        /// The V4L2 code.
        public let fourCC: FourCC
        /// The driver's words for it.
        public let name: String
        /// True when it can be shown without libv4l2's conversion.
        public let isNative: Bool
        /// The format's sizes; a range shows as its smallest and largest size.
        public let sizes: [Size]
    }

    /// A size of a format.
    public struct Size: Sendable, Hashable, Codable {
        /// The picture's size; of a range, the largest.
        public let size: PixelSize
        /// The smallest size of a range; nil for a single size.
        public let smallest: PixelSize?
        /// Frames per second, the fastest first; of a range, its ends.
        ///
        /// Empty where the driver does not say.
        public let rates: [Rational]
    }

    /// The identity that stays when the camera is unplugged and plugged in again: its name in `/dev/v4l/by-id`, if it has a serial number
    /// of its own, else that in `/dev/v4l/by-path`, else the bus it is on.
    ///
    /// A serial number that another device of its maker and product had beside it is none, from then on (``CameraList/sharedSerials``).
    public let id: String
    /// The name that the driver gives it.
    public let name: String
    /// The device node now, for example `/dev/video0`.
    public let path: String
    /// The driver's name.
    public let driver: String
    /// The place where it is plugged in, in the driver's words.
    public let busInfo: String
    /// The side of the device on which it is; nil where the driver does not say.
    public let position: CameraPosition?
    /// The turn that brings its pictures upright.
    public let rotation: Rotation
    /// True when it uses V4L2's multi-planar interface.
    public let isMultiPlanar: Bool
    /// The formats that it offers.
    public let formats: [Format]
    /// The colour of the format that is set now.
    public let color: ColorDescription?

    init(_ device: VideoDevice, id: String) {
        self.id = id
        name = device.capabilities.card
        path = device.path
        driver = device.capabilities.driver
        busInfo = device.capabilities.busInfo
        position = device.position()
        rotation = device.sensorRotation()
        isMultiPlanar = device.isMultiPlanar
        var limit = LookLimit(device.calls)
        formats = device.formats(&limit).map { format in
            Format(
                fourCC: format.fourCC, name: format.description,
                isNative: V4L2PixelFormat.isKnown(format.fourCC),
                sizes: device.sizes(of: format.fourCC, &limit).map { Size($0, device, format.fourCC, &limit) }
            )
        }
        let current = try? device.currentFormat()
        color = current.flatMap { current in
            V4L2PixelFormat(current.fourCC).map { current.color.description(for: $0.format) }
        }
    }
}

extension Camera.Size {
    fileprivate init(
        _ sizes: CameraSizes, _ device: VideoDevice, _ fourCC: FourCC, _ limit: inout LookLimit
    ) {
        size = sizes.largest
        if case .stepwise(let smallest, _, _) = sizes { self.smallest = smallest } else { smallest = nil }
        rates =
            switch device.rates(of: fourCC, at: sizes.largest, &limit) {
            case .discrete(let rates): Set(rates).sorted(by: >)
            case .range(let slowest, let fastest): [fastest, slowest]
            case .unknown: []
            }
    }
}
