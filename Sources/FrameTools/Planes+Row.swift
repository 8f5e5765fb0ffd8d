internal import Frames

/// The way from any row to bytes, sample by sample: right, and slower than the ways of patterns.
extension Planes {
    /// Reads the picture into one of bytes: each is the code of eight bits that is nearest to the sample.
    ///
    /// - Parameters:
    ///   - target: A picture of the same size, in the format ``PixelFormat/inBytes``.
    ///   - range: The range of the samples; both pictures have the same.
    func readRow(into target: Planes, _ range: ColorDescription.Range) {
        guard let samples = unsafe format.samples, let wanted = unsafe target.format.samples else { return }
        let isColor = unsafe format.model == .rgb
        for (number, into) in wanted.channels.enumerated() {
            let plane = unsafe target.plane(into.plane)
            guard number < samples.channels.count else {
                unsafe fill(into, of: plane)
                continue
            }
            let channel = samples.channels[number]
            let code = ByteCode(channel, range, isChroma: number > 0 && !isColor)
            unsafe read(channel, of: self.plane(channel.plane), as: code, into, of: plane)
        }
    }

    private func plane(_ number: Int) -> Plane {
        unsafe number == 0 ? first : number == 1 ? second : third
    }

    private func read(
        _ channel: SampleLayout.Channel, of source: Plane, as code: ByteCode, _ into: SampleLayout.Channel,
        of target: Plane
    ) {
        guard let start = unsafe source.start, let end = unsafe target.start else { return }
        let (rows, columns) = unsafe into.count(in: size)
        for row in 0..<rows {
            let from = unsafe start + (row << into.rowShift) >> channel.rowShift * Int(source.stride)
            let to = unsafe end + (row * Int(target.stride) + into.offset / 8)
            for column in 0..<columns {
                let place = (column << into.columnShift) >> channel.columnShift
                unsafe to[column * into.step / 8] = code.byte(of: channel.sample(place, of: from))
            }
        }
    }

    /// Makes a channel that the source does not have opaque.
    private func fill(_ into: SampleLayout.Channel, of target: Plane) {
        guard let start = unsafe target.start else { return }
        let (rows, columns) = unsafe into.count(in: size)
        for row in 0..<rows {
            let to = unsafe start + (row * Int(target.stride) + into.offset / 8)
            for column in 0..<columns { unsafe to[column * into.step / 8] = 255 }
        }
    }
}

extension SampleLayout.Channel {
    /// The numbers of rows and columns of samples in a picture.
    fileprivate func count(in size: PixelSize) -> (rows: Int, columns: Int) {
        (
            (size.height + 1 << rowShift - 1) >> rowShift,
            (size.width + 1 << columnShift - 1) >> columnShift
        )
    }

    /// Reads a sample of a row; no byte is read that has none of its bits.
    fileprivate func sample(_ place: Int, of row: UnsafePointer<UInt8>) -> Int {
        let from = first + place * step
        let bytes = from / 8..<(from + bits + 7) / 8
        let sample = bytes.reduce(0) { sample, byte in
            unsafe isBigEndian
                ? sample << 8 | Int(row[byte]) : sample | Int(row[byte]) << (8 * (byte - bytes.lowerBound))
        }
        return sample >> (isBigEndian ? 8 * bytes.upperBound - from - bits : from % 8) & (1 << bits - 1)
    }
}

/// The code of eight bits that is nearest to one of another number of bits.
private struct ByteCode {
    private let factor: Int
    private let divisor: Int
    /// The part that brings the middle of colour differences to 128, and rounds.
    private let constant: Int

    init(_ channel: SampleLayout.Channel, _ range: ColorDescription.Range, isChroma: Bool) {
        // Black and white of limited range, and no colour, are the same parts of the range for all bits; the peak of full range is not.
        let isFull = range == .full
        let (range, most) = (1 << channel.bits, 1 << channel.bits - 1)
        (factor, divisor) = isFull ? (255, most) : (256, range)
        constant = (isFull && isChroma ? 128 * most - range / 2 * 255 : 0) + divisor / 2
    }

    func byte(of sample: Int) -> UInt8 {
        UInt8(min(255, max(0, sample * factor + constant) / divisor))
    }
}
