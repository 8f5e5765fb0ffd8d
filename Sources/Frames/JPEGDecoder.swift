internal import CTurboJPEG

/// The memory that one plane of a decoded picture goes to.
@unsafe public struct JPEGPlane {
    /// The bytes, from the first row on.
    public let bytes: UnsafeMutableRawBufferPointer
    /// The number of bytes from one row to the next.
    public let stride: Int

    /// Describes a plane's memory, which must stay valid during the call that gets it.
    public init(bytes: UnsafeMutableRawBufferPointer, stride: Int) {
        unsafe self.bytes = unsafe bytes
        unsafe self.stride = stride
    }
}

/// Decodes JPEG pictures into their planes, without a conversion to RGB (`tjDecompressToYUVPlanes`).
///
/// One instance is used for all pictures of a source; for one thread at a time. A picture without Huffman
/// tables, as many USB cameras send them, gets the tables of the standard from the library.
///
/// A picture is decoded from a copy of its bytes: the library looks at them twice, and another program may write to a camera's memory
/// meanwhile, so that what was measured would not be what is decoded.
@safe public final class JPEGDecoder {
    private var handle: tjhandle
    // Kept from picture to picture, so that a steady stream allocates nothing.
    private var bytes: [UInt8] = []
    private var layout: FrameLayout?
    private var lastLayout: FrameLayout?
    private var targets: [UnsafeMutablePointer<UInt8>?] = unsafe []
    private var strides: [Int32] = []

    /// Sets up the library's decompressor.
    public init() throws(JPEGError) {
        guard let handle = unsafe tjInitDecompress() else { throw .outOfMemory }
        unsafe self.handle = unsafe handle
    }

    deinit { unsafe tjDestroy(handle) }

    /// Reads the size and the planes of a picture without decoding it.
    ///
    /// - Parameter jpeg: The compressed picture.
    /// - Returns: Its size and its planes (4:2:0, 4:2:2, 4:4:4, 4:4:0, 4:1:1 or grey), one after the other
    ///   without padding.
    /// - Throws: The reason why it cannot be decoded.
    public func header(_ jpeg: UnsafeRawBufferPointer) throws(JPEGError) -> FrameLayout {
        var (width, height, subsampling, space) = (Int32(0), Int32(0), Int32(0), Int32(0))
        let bytes = unsafe jpeg.assumingMemoryBound(to: UInt8.self)
        let failed = unsafe tjDecompressHeader3(
            handle, bytes.baseAddress, UInt(bytes.count), &width, &height, &subsampling, &space)
        if failed != 0, let fault {
            renew()
            throw fault
        }
        let color = TJCS(rawValue: .init(truncatingIfNeeded: space))
        guard color == TJCS_YCbCr || color == TJCS_GRAY else {
            throw .unsupported("its colours are not Y'CbCr")
        }
        guard let format = PixelFormat(subsampling: subsampling) else {
            throw .unsupported("its subsampling")
        }
        let size = PixelSize(width: Int(width), height: Int(height))
        guard !size.isEmpty else { throw .corrupt("it has no size") }
        if let lastLayout, lastLayout.format == format, lastLayout.size == size { return lastLayout }
        let layout = FrameLayout(format: format, size: size)
        lastLayout = layout
        return layout
    }

    /// Makes another decompressor: after a fault in a header TurboJPEG (2 and 3) reads the next picture as the rest of this one, and all later ones,
    /// too.
    private func renew() {
        guard let other = unsafe tjInitDecompress() else { return }
        unsafe tjDestroy(handle)
        unsafe handle = unsafe other
    }

    /// Copies a picture, and reads its size and its planes; ``decode(into:)`` follows.
    ///
    /// - Parameter jpeg: The compressed picture.
    /// - Returns: As ``header(_:)`` does.
    /// - Throws: The reason why it cannot be decoded.
    public func read(_ jpeg: UnsafeRawBufferPointer) throws(JPEGError) -> FrameLayout {
        layout = nil
        bytes.removeAll(keepingCapacity: true)
        unsafe bytes.append(contentsOf: jpeg)
        let found = try unsafe bytes.withUnsafeBufferPointer { bytes throws(JPEGError) in
            try unsafe header(UnsafeRawBufferPointer(bytes))
        }
        // Some cameras leave the end marker out. With one put there, the library's warning tells a picture that only lacks its marker from
        // one that lacks rows.
        if !hasEnd { bytes += [0xff, 0xd9] }
        layout = found
        return found
    }

    /// Copies a frame, and reads its size and its planes; a size far beyond the frame's own is refused, since memory follows it.
    ///
    /// Cameras send somewhat more than was agreed on, such as rows up to a multiple of sixteen.
    ///
    /// - Parameter frame: A JPEG frame.
    /// - Returns: As ``header(_:)`` does.
    /// - Throws: The reason why it cannot be decoded.
    public func read(_ frame: Frame) throws(JPEGError) -> FrameLayout {
        let found = try unsafe frame.withPlane(0) { jpeg throws(JPEGError) in try unsafe read(jpeg) }
        let (sides, agreed) = (1...FrameLayout.longestSide, frame.layout.size)
        guard sides.contains(found.size.width), sides.contains(found.size.height),
            found.size.width * found.size.height <= 2 * agreed.width * agreed.height + 1 << 20
        else { throw .unsupported("its size is \(found.size), where \(agreed) is expected") }
        return found
    }

    /// Decodes a picture; one with harmless faults is decoded as far as possible.
    ///
    /// - Parameters:
    ///   - jpeg: The compressed picture.
    ///   - planes: One for each plane of ``header(_:)``'s layout, large enough for its rows.
    /// - Throws: The reason why nothing can be shown; the planes then hold anything.
    public func decode(_ jpeg: UnsafeRawBufferPointer, into planes: [JPEGPlane]) throws(JPEGError) {
        _ = try unsafe read(jpeg)
        try unsafe decode(into: planes)
    }

    /// Decodes the picture that was read last; one with harmless faults is decoded as far as possible.
    ///
    /// - Parameter planes: One for each plane of its layout, large enough for its rows.
    /// - Throws: The reason why nothing can be shown; the planes then hold anything.
    public func decode(into planes: [JPEGPlane]) throws(JPEGError) {
        guard let layout else { throw .corrupt("nothing was read") }
        try unsafe check(planes, fit: layout)
        let whole = layout.format.wholeGroups(layout.size)
        if whole == layout.size {
            try unsafe decompress(size: layout.size, into: planes)
        } else {
            try unsafe decodeOdd(layout, into: planes)
        }
    }

    private func check(_ planes: [JPEGPlane], fit layout: FrameLayout) throws(JPEGError) {
        guard unsafe planes.count == layout.planes.count else { throw .planesDoNotFit }
        for index in layout.planes.indices {
            let (bytes, stride) = unsafe (planes[index].bytes.count, planes[index].stride)
            let rowBytes = layout.rowBytes(of: index)
            let needed = stride * (layout.elements(of: index).height - 1) + rowBytes
            guard stride >= rowBytes, bytes >= needed else { throw .planesDoNotFit }
        }
    }

    private func decodeOdd(_ layout: FrameLayout, into planes: [JPEGPlane]) throws(JPEGError) {
        let scratch = JPEGScratch(format: layout.format, size: layout.size)
        let targets = unsafe scratch.layout.planes.map { place in
            unsafe JPEGPlane(
                bytes: UnsafeMutableRawBufferPointer(rebasing: scratch.bytes[place.offset...]),
                stride: place.stride)
        }
        try unsafe decompress(size: layout.size, into: targets)
        for index in layout.planes.indices {
            for row in 0..<layout.elements(of: index).height {
                let start = unsafe row * targets[index].stride
                let source = unsafe targets[index].bytes[start..<start + layout.rowBytes(of: index)]
                let target = unsafe planes[index].bytes[(row * planes[index].stride)...]
                unsafe UnsafeMutableRawBufferPointer(rebasing: target).copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: source))
            }
        }
    }

    private func decompress(size: PixelSize, into planes: [JPEGPlane]) throws(JPEGError) {
        unsafe targets.removeAll(keepingCapacity: true)
        strides.removeAll(keepingCapacity: true)
        for index in unsafe planes.indices {
            let plane = unsafe planes[index]
            unsafe targets.append(plane.bytes.assumingMemoryBound(to: UInt8.self).baseAddress)
            unsafe strides.append(Int32(clamping: plane.stride))
        }
        let failed = unsafe tjDecompressToYUVPlanes(
            handle, bytes, UInt(bytes.count), &targets, Int32(size.width), &strides, Int32(size.height),
            // A progressive picture may have scans without end.
            TJFLAG_ACCURATEDCT | TJFLAG_LIMITSCANS)
        if failed != 0, let fault { throw fault }
    }

    /// The beginnings of libjpeg's warnings (jerror.h) after which a picture is whole enough to be shown.
    private static let warnings = [
        "Corrupt JPEG data", "Inconsistent progression", "Invalid SOS parameters", "Unknown Adobe color",
        "Warning",
    ]

    /// The fault of the call that has failed; nil where it only warns.
    ///
    /// The library calls a fault a warning, too, where one came before it.
    private var fault: JPEGError? {
        let message = unsafe String(cString: tjGetErrorStr2(handle))
        if message.contains("remature end") { return .truncated }
        let isWarning = unsafe tjGetErrorCode(handle) == TJERR_WARNING.rawValue
        return isWarning && Self.warnings.contains { message.hasPrefix($0) } ? nil : .corrupt(message)
    }

    private var hasEnd: Bool {
        var place = bytes.count - 1
        while place > 0 {
            if bytes[place] == 0xd9, bytes[place - 1] == 0xff { return true }
            place -= 1
        }
        return false
    }
}
