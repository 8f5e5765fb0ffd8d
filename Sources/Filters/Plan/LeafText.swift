internal import Frames
internal import VulkanCore

/// The GLSL that reads a picture which lies in buffers: one of a kernel's leaves.
struct LeafText {
    /// Its number in the kernel.
    let number: Int
    let size: PixelSize
    /// The expression of its size.
    let sizeText: String
    let format: Format
    /// The place of its first buffer among the kernel's bindings.
    let binding: Int
    /// The index of its offsets and strides in the block of numbers; for planes.
    let block: Int

    enum Format: Hashable {
        case stored(PixelLayout)
        case source(SourceSlot.Traits)

        /// The number of buffers that hold it.
        var bufferCount: Int { planes?.planeCount ?? 1 }

        var planes: SourceSlot.PlaneTraits? {
            if case .source(let traits) = self, case .planes(let planes) = traits.samples { return planes }
            return nil
        }
    }

    private var name: String { "leaf\(number)" }

    /// True when four pixels side by side can be read as whole words.
    var canBeWide: Bool {
        guard size.width % 4 == 0 else { return false }
        guard case .source(let traits) = format else { return format != .stored(.float) }
        if traits.isTurned { return false }
        guard case .planes(let planes) = traits.samples else { return true }
        return planes.canBeWide
    }

    /// Buffers and functions: `leafNFetch(at)` inside the picture, `leafNPixel(at)` with repeated edges, and so on.
    func declarations(isWide: Bool, isScalar: Bool, text: String) -> String {
        var lines = "#define \(name)Size \(sizeText)\n"
        switch format {
        case .stored(let layout): lines += stored(layout, isWide: isWide, isScalar: isScalar)
        case .source(let traits):
            switch traits.samples {
            case .pixels, .halves:
                lines += stored(traits.layout, isWide: isWide, isScalar: isScalar, traits: traits)
            case .planes(let planes): lines += planar(planes, traits)
            }
        }
        lines += """
            vec4 \(name)Pixel(ivec2 at) { return \(name)Fetch(clamp(at, ivec2(0), \(name)Size - 1)); }

            """
        if format.planes == nil || text.contains("luminance") {
            lines += luminance
        }
        lines += """
            vec4 \(name)Sample(vec2 place) {
                vec2 between = clamp(place, -4.0, 5.0) * vec2(\(name)Size) - 0.5;
                ivec2 corner = ivec2(floor(between));
                vec2 weight = between - vec2(corner);
                vec4 above = mix(\(name)Pixel(corner), \(name)Pixel(corner + ivec2(1, 0)), weight.x);
                vec4 below = mix(\(name)Pixel(corner + ivec2(0, 1)), \(name)Pixel(corner + 1), weight.x);
                return mix(above, below, weight.y);
            }

            """
        return lines
    }

    /// The planes of a camera's picture that has a luma.
    var lumaPlanes: SourceSlot.PlaneTraits? {
        guard let planes = format.planes, planes.format.model != .rgb else { return nil }
        return planes
    }

    /// The luminance at a place; of a camera's picture its own luma.
    private var luminance: String {
        guard let planes = lumaPlanes else {
            return "float \(name)Luminance(ivec2 at) { return luminance(\(name)Pixel(at).rgb); }\n"
        }
        return """
            float \(name)Light(int code) {
                int value = \(planes.channels[0].number("code"));
                return float(clamp(((value * \(planes.weights.red.x)) >> 16) + \(planes.weights.red.w - 16), 0, 8160)) * (1.0 / 8160.0);
            }
            float \(name)Luminance(ivec2 at) {
                return \(name)Light(\(name)Sample0(\(name)Stored(clamp(at, ivec2(0), \(name)Size - 1))));
            }

            """
    }

    // MARK: Stored pixels

    private func stored(
        _ layout: PixelLayout, isWide: Bool, isScalar: Bool, traits: SourceSlot.Traits? = nil
    ) -> String {
        var lines = ""
        if isWide {
            lines +=
                "layout(binding = \(binding)) readonly restrict buffer Wide\(number) { uvec4 wide\(number)[]; };\n"
        }
        if isScalar || !isWide {
            lines +=
                "layout(binding = \(binding)) readonly restrict buffer Leaf\(number) { \(layout.element) \(name)[]; };\n"
            let map = traits.map { orientation($0) } ?? "ivec2 stored = at;"
            let width = traits?.rotation.swapsSides == true ? "\(name)Size.y" : "\(name)Size.x"
            // Read once: where each half is read for itself, NVIDIA's compiler (580.159) forgets the clamp of a place now and then.
            lines +=
                "vec4 \(name)Fetch(ivec2 at) { \(map) \(layout.element) words = \(name)[stored.y * \(width) + stored.x]; return \(layout.unpacked("words")); }\n"
        } else {
            lines += "vec4 \(name)Fetch(ivec2 at) { return vec4(0.0); }\n"
        }
        return lines
    }

    // MARK: Planes

    private func planar(_ planes: SourceSlot.PlaneTraits, _ traits: SourceSlot.Traits) -> String {
        var lines = ""
        for plane in 0..<planes.planeCount {
            lines +=
                "layout(binding = \(binding + plane)) readonly restrict buffer Leaf\(number)P\(plane) { uint \(name)P\(plane)[]; };\n"
            lines +=
                "int \(name)Byte\(plane)(int address) { return int(bitfieldExtract(\(name)P\(plane)[address >> 2], (address & 3) * 8, 8)); }\n"
            if !planes.areBytes { lines += bits(plane) }
        }
        lines += colors(planes)
        lines += "ivec2 \(name)Stored(ivec2 at) { \(orientation(traits)) return stored; }\n"
        for channel in 0..<3 {
            lines +=
                "int \(name)Sample\(channel)(ivec2 stored) { return \(sample(channel, planes)); }\n"
        }
        lines += """
            vec4 \(name)Fetch(ivec2 at) {
                ivec2 stored = \(name)Stored(at);
                return \(name)Colors(\(name)Sample0(stored), \(name)Sample1(stored), \(name)Sample2(stored));
            }

            """
        return lines
    }

    /// Codes → red, green and blue, with the arithmetic of Picture.glsl: an untouched picture keeps its bits.
    ///
    /// Sums that keep more than 8 bits are a quarter of 1/32 of a code larger, so that halves of a code are rounded up as elsewhere.
    private func colors(_ planes: SourceSlot.PlaneTraits) -> String {
        func row(_ weights: SIMD4<Int32>) -> String {
            let channels = ["a", "b", "c"].enumerated().compactMap { index, name in
                weights[index] == 0 ? nil : "((\(name) * \(weights[index])) >> 16)"
            }
            let sum = (channels + ["\(weights.w)"]).joined(separator: " + ")
            return planes.keepsBits
                ? "float(clamp((\(sum)) - 16, 0, 8160)) + 0.25" : "float(clamp((\(sum)) >> 5, 0, 255))"
        }
        let weights = planes.weights
        let numbers = zip(["a", "b", "c"], ["first", "second", "third"]).enumerated().map { channel, names in
            "\(names.0) = \(planes.channel(channel).number(names.1))"
        }
        return """
            vec4 \(name)Colors(int first, int second, int third) {
                int \(numbers.joined(separator: ", "));
                return vec4(vec3(\(row(weights.red)), \(row(weights.green)), \(row(weights.blue))) * (1.0 / \(planes.keepsBits ? 8160 : 255).0), 1.0);
            }

            """
    }

    private func sample(_ channel: Int, _ planes: SourceSlot.PlaneTraits) -> String {
        let samples = planes.channel(channel)
        let place =
            samples.columnShift + samples.rowShift == 0
            ? "stored" : "(stored >> ivec2(\(samples.columnShift), \(samples.rowShift)))"
        let row = "\(offset(samples.plane)) + \(place).y * \(stride(samples.plane))"
        guard planes.areBytes else {
            return
                "\(name)Bits\(samples.plane)(\(row), \(place).x * \(samples.step) + \(samples.first), \(samples.bits), \(samples.isBigEndian))"
        }
        return
            "\(name)Byte\(samples.plane)(\(row) + \(place).x * \(samples.step / 8) + \(samples.offset / 8))"
    }

    /// The function that reads up to 16 bits from a bit of a row on; no byte is read that has none of them.
    private func bits(_ plane: Int) -> String {
        """
        int \(name)Bits\(plane)(int row, int from, int bits, bool isBigEndian) {
            int at = row + (from >> 3), end = (from & 7) + bits, word = 0;
            for (int byte = 0; byte * 8 < end; ++byte) {
                int next = \(name)Byte\(plane)(at + byte);
                word = isBigEndian ? word << 8 | next : word | next << (byte * 8);
            }
            return int(bitfieldExtract(uint(word), isBigEndian ? -end & 7 : from & 7, bits));
        }

        """
    }

    private func offset(_ plane: Int) -> String { BlockText.integer(block + plane * 2) }
    private func stride(_ plane: Int) -> String { BlockText.integer(block + plane * 2 + 1) }

    /// From a place in the upright picture to the one in memory.
    private func orientation(_ traits: SourceSlot.Traits) -> String {
        let mirrored = traits.isMirrored ? "at.x = \(name)Size.x - 1 - at.x; " : ""
        let place =
            switch traits.rotation {
            case .none: "at"
            case .clockwise90: "ivec2(at.y, \(name)Size.x - 1 - at.x)"
            case .half: "\(name)Size - 1 - at"
            case .clockwise270: "ivec2(\(name)Size.y - 1 - at.y, at.x)"
            }
        return "\(mirrored)ivec2 stored = \(place);"
    }

    // MARK: Four pixels at once

    /// Reads four pixels from `ivec2(x, y)` on, into words.
    func wideLoad() -> String {
        switch format {
        case .stored(let layout): return wideLoad(words: layout.words)
        case .source(let traits):
            guard case .planes(let planes) = traits.samples else { return wideLoad(words: 1) }
            return (0..<planes.planeCount).map { wideLoad($0, planes.format.planes[$0]) }
                .joined(separator: " ")
        }
    }

    /// Reads a plane's part of four pixels: whole words, or a part of one, which is then brought to its lowest bits.
    private func wideLoad(_ plane: Int, _ format: PlaneFormat) -> String {
        let row = "\(offset(plane)) + (y >> \(format.rows.trailingZeroBitCount)) * \(stride(plane))"
        let bytes = 4 / format.columns * format.bytes
        guard bytes < 4 else {
            return (0..<bytes / 4).map {
                "uint \(name)P\(plane)W\($0) = \(name)P\(plane)[(\(row) + x * \(bytes / 4) + \($0 * 4)) >> 2];"
            }.joined(separator: " ")
        }
        let columns = "(x >> \(bytes == 2 ? 1 : 2))"
        return
            "uint \(name)P\(plane)W0 = \(name)P\(plane)[(\(row) + \(columns)) >> 2] >> ((\(columns) & 3) * 8);"
    }

    private func wideLoad(words: Int) -> String {
        (0..<words).map {
            "uvec4 \(name)W\($0) = wide\(number)[((y * \(name)Size.x + x) >> 2) * \(words) + \($0)];"
        }.joined(separator: " ")
    }

    /// The `n`-th of the pixels that were read.
    func widePixel(_ n: Int) -> String {
        switch format {
        case .stored(.rgba8): return "unpackUnorm4x8(\(name)W0[\(n)])"
        case .stored(let layout):
            return layout.unpacked("\(name)W\(n / 2).\(n % 2 == 0 ? "xy" : "zw")")
        case .source(let traits):
            guard case .planes(let planes) = traits.samples else {
                return "unpackUnorm4x8(\(name)W0[\(n)])"
            }
            let codes = (0..<3).map { wideCode(planes.channel($0), n) }
            return "\(name)Colors(\(codes.joined(separator: ", ")))"
        }
    }

    /// The luminance of the `n`-th of the pixels that were read; of a camera's picture its own luma.
    func wideLuminance(_ n: Int) -> String {
        guard let channel = lumaPlanes?.channels[0] else { return "luminance(\(widePixel(n)).rgb)" }
        return "\(name)Light(\(wideCode(channel, n)))"
    }

    /// The code of a channel for the `n`-th of the pixels that were read.
    private func wideCode(_ channel: SampleLayout.Channel, _ n: Int) -> String {
        let first = channel.first(of: n)
        return
            "int(bitfieldExtract(\(name)P\(channel.plane)W\(first / 32), \(first % 32), \(channel.bits)))"
    }
}

extension SourceSlot.PlaneTraits {
    /// The row of one of three channels; a grey picture has its luma three times.
    fileprivate func channel(_ number: Int) -> SampleLayout.Channel {
        channels[min(number, channels.count - 1)]
    }

    /// True when each sample is a byte.
    fileprivate var areBytes: Bool {
        channels.allSatisfy { $0.bits == 8 && $0.first % 8 == 0 && $0.step % 8 == 0 }
    }

    /// True when four pixels side by side take whole words, or an even part of one, and none of their samples lies in two words.
    fileprivate var canBeWide: Bool {
        let bytes = format.planes.map { 4 % $0.columns == 0 ? 4 / $0.columns * $0.bytes : 0 }
        guard isAligned, bytes.allSatisfy({ $0 == 1 || $0 == 2 || $0 > 0 && $0 % 4 == 0 }) else {
            return false
        }
        return channels.allSatisfy { channel in
            (0..<4).allSatisfy { !channel.isBigEndian && channel.first(of: $0) % 32 + channel.bits <= 32 }
        }
    }
}

extension SampleLayout.Channel {
    /// The number of bits before those for the `n`-th of the first pixels.
    fileprivate func first(of n: Int) -> Int { (n >> columnShift) * step + first }

    /// The number of 16 bits, less the middle, of a code.
    fileprivate func number(_ code: String) -> String { "(\(code) << \(16 - bits)) - 32768" }
}

extension LeafText.Format {
    /// The format of a picture for the kernel that reads it.
    init(_ image: PlanImage) {
        if let luma = image.luma {
            self = .source(luma)
        } else if case .source(let slot) = image.content {
            // Pictures of floats have been computed: they are upright.
            self = slot.traits.samples == .halves ? .stored(.half) : .source(slot.traits)
        } else if case .processor(let work) = image.content, let traits = work.traits {
            self = .source(traits)
        } else {
            self = .stored(image.layout)
        }
    }
}

/// The block of numbers that a kernel reads: four to a vector.
enum BlockText {
    /// The `index`-th number.
    static func number(_ index: Int) -> String { "block[\(index / 4)][\(index % 4)]" }
    /// The `index`-th number, whose bits are those of a whole one.
    static func integer(_ index: Int) -> String { "floatBitsToInt(\(number(index)))" }
    /// The `index`-th number and the next one, whose bits are those of whole ones.
    static func size(_ index: Int) -> String { "ivec2(\(integer(index)), \(integer(index + 1)))" }
}
