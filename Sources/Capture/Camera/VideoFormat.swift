internal import CV4L2
internal import Frames

/// A format as `VIDIOC_G_FMT` and `VIDIOC_S_FMT` speak of it, single- or multi-planar.
struct VideoFormat: Equatable {
    /// One memory of each buffer.
    struct Memory: Equatable {
        /// The number of bytes from row to row (`bytesperline`); 0 for compressed formats.
        var stride: Int
        /// The number of bytes that the driver asks for (`sizeimage`).
        var byteCount: Int
    }

    /// The lines of a picture that are in a buffer, and their order (`v4l2_field`).
    enum Fields {
        /// All lines of one moment, one after the other.
        case all
        /// All lines, of two moments.
        case woven
        /// Every other line.
        case half
        /// All lines, those of one moment behind those of the other.
        case apart

        init(_ field: UInt32) {
            switch field {
            case V4L2_FIELD_NONE.rawValue, V4L2_FIELD_ANY.rawValue: self = .all
            case V4L2_FIELD_TOP.rawValue, V4L2_FIELD_BOTTOM.rawValue, V4L2_FIELD_ALTERNATE.rawValue:
                self = .half
            case V4L2_FIELD_SEQ_TB.rawValue, V4L2_FIELD_SEQ_BT.rawValue: self = .apart
            default: self = .woven
            }
        }
    }

    var fourCC: FourCC
    var size: PixelSize
    /// The lines that a buffer has.
    var fields = Fields.all
    var color = V4L2Color()
    var memories: [Memory] = []

    /// The format in our terms; nil where it is not one that can be shown.
    var known: V4L2PixelFormat? { V4L2PixelFormat(fourCC, encoding: color.encoding) }

    /// True for pictures that the processor decodes.
    var isDecoded: Bool { known.map { $0.format.samples == nil } ?? false }

    /// Finds the places of the planes; nil when the format is not one that can be shown, or its size is absurd.
    ///
    /// - Parameter dataOffsets: The number of bytes before the picture in each memory (`data_offset`); none counts as
    ///   0.
    /// - Returns: The layout.
    func layout(dataOffsets: [Int] = []) -> FrameLayout? {
        guard let known, known.memories == memories.count, size.isPossible,
            memories.allSatisfy({ $0.byteCount <= FrameLayout.mostBytes })
        else { return nil }
        if known.memories == 1 {
            let plain = FrameLayout(format: known.format, size: size, stride: memories[0].stride)
            guard let offset = dataOffsets.first, offset > 0 else { return plain }
            let planes = plain.planes.map {
                PlaneLayout(memory: 0, offset: $0.offset + offset, stride: $0.stride)
            }
            return FrameLayout(format: known.format, size: size, planes: planes)
        }
        let planes = known.format.planes.enumerated().map { index, plane in
            PlaneLayout(
                memory: index, offset: index < dataOffsets.count ? dataOffsets[index] : 0,
                stride: max(memories[index].stride, plane.size(of: size).width * plane.bytes))
        }
        return FrameLayout(format: known.format, size: size, planes: planes)
    }

    /// Reads the kernel's structure.
    init(_ format: v4l2_format, isMultiPlanar: Bool) {
        if isMultiPlanar {
            self.init(multi: unsafe format.fmt.pix_mp)
        } else {
            self.init(single: unsafe format.fmt.pix)
        }
    }

    /// Makes a request for a format and a size, and leaves the rest to the driver.
    init(fourCC: FourCC, size: PixelSize) {
        self.fourCC = fourCC
        self.size = size
    }

    /// Makes the kernel's structure for `VIDIOC_S_FMT`, with nothing but format and size filled in.
    ///
    /// - Parameters:
    ///   - type: The kind of queue.
    ///   - isMultiPlanar: True for the multi-planar structure.
    ///   - isWoven: True to ask for all lines of both fields; by default for pictures without fields.
    /// - Returns: The structure.
    func request(type: UInt32, isMultiPlanar: Bool, isWoven: Bool = false) -> v4l2_format {
        let field = isWoven ? V4L2_FIELD_INTERLACED.rawValue : V4L2_FIELD_NONE.rawValue
        var format = unsafe v4l2_format()
        unsafe format.type = type
        if isMultiPlanar {
            unsafe format.fmt.pix_mp = v4l2_pix_format_mplane()
            unsafe format.fmt.pix_mp.width = UInt32(size.width)
            unsafe format.fmt.pix_mp.height = UInt32(size.height)
            unsafe format.fmt.pix_mp.pixelformat = fourCC.rawValue
            unsafe format.fmt.pix_mp.field = field
        } else {
            unsafe format.fmt.pix = v4l2_pix_format()
            unsafe format.fmt.pix.width = UInt32(size.width)
            unsafe format.fmt.pix.height = UInt32(size.height)
            unsafe format.fmt.pix.pixelformat = fourCC.rawValue
            unsafe format.fmt.pix.field = field
            // Without the mark, the kernel ignores and clears the colour fields behind it.
            unsafe format.fmt.pix.priv = UInt32(V4L2_PIX_FMT_PRIV_MAGIC)
        }
        return unsafe format
    }

    private init(single pix: v4l2_pix_format) {
        self.init(
            fourCC: FourCC(rawValue: pix.pixelformat),
            size: PixelSize(width: Int(pix.width), height: Int(pix.height)))
        fields = Fields(pix.field)
        color = V4L2Color(colorspace: pix.colorspace)
        if pix.priv == UInt32(V4L2_PIX_FMT_PRIV_MAGIC) {
            color = V4L2Color(
                colorspace: pix.colorspace, encoding: pix.ycbcr_enc, quantization: pix.quantization,
                transfer: pix.xfer_func)
        }
        memories = [Memory(stride: Int(pix.bytesperline), byteCount: Int(pix.sizeimage))]
    }

    private init(multi pix: v4l2_pix_format_mplane) {
        self.init(
            fourCC: FourCC(rawValue: pix.pixelformat),
            size: PixelSize(width: Int(pix.width), height: Int(pix.height)))
        fields = Fields(pix.field)
        color = V4L2Color(
            colorspace: pix.colorspace, encoding: UInt32(pix.ycbcr_enc),
            quantization: UInt32(pix.quantization), transfer: UInt32(pix.xfer_func))
        memories = unsafe withUnsafeBytes(of: pix.plane_fmt) { bytes in
            let planes = unsafe bytes.bindMemory(to: v4l2_plane_pix_format.self)
            return unsafe planes.prefix(Int(pix.num_planes)).map {
                Memory(stride: Int($0.bytesperline), byteCount: Int($0.sizeimage))
            }
        }
    }
}
