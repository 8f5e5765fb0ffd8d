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
        guard planes.isAligned else { return false }
        switch planes.arrangement {
        case .semiPlanar: return planes.columnShift == 1
        case .planar: return planes.columnShift <= 1
        case .yuyv, .uyvy, .grey, .color, .redFirst: return true
        case .rgbBytes: return false
        }
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
        guard let planes = format.planes, planes.arrangement.hasLuma else { return nil }
        return planes
    }

    /// The luminance at a place; of a camera's picture its own luma.
    private var luminance: String {
        guard let weights = lumaPlanes?.weights else {
            return "float \(name)Luminance(ivec2 at) { return luminance(\(name)Pixel(at).rgb); }\n"
        }
        return """
            float \(name)Light(int code) {
                int value = (code << 8) - 32768;
                return float(clamp(((value * \(weights.red.x)) >> 16) + \(weights.red.w - 16), 0, 8160)) * (1.0 / 8160.0);
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
    private func colors(_ planes: SourceSlot.PlaneTraits) -> String {
        func row(_ weights: SIMD4<Int32>) -> String {
            let channels = ["a", "b", "c"].enumerated().compactMap { index, name in
                weights[index] == 0 ? nil : "((\(name) * \(weights[index])) >> 16)"
            }
            let sum = (channels + ["\(weights.w)"]).joined(separator: " + ")
            return "float(clamp((\(sum)) >> 5, 0, 255))"
        }
        let weights = planes.weights
        return """
            vec4 \(name)Colors(int first, int second, int third) {
                int a = (first << 8) - 32768, b = (second << 8) - 32768, c = (third << 8) - 32768;
                return vec4(vec3(\(row(weights.red)), \(row(weights.green)), \(row(weights.blue))) * (1.0 / 255.0), 1.0);
            }

            """
    }

    private func sample(_ channel: Int, _ planes: SourceSlot.PlaneTraits) -> String {
        // A grey picture has its luma three times.
        let samples = planes.channels[min(channel, planes.channels.count - 1)]
        let place =
            samples.columnShift + samples.rowShift == 0
            ? "stored" : "(stored >> ivec2(\(samples.columnShift), \(samples.rowShift)))"
        return
            "\(name)Byte\(samples.plane)(\(offset(samples.plane)) + \(place).y * \(stride(samples.plane)) + \(place).x * \(samples.step / 8) + \(samples.offset / 8))"
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
            func word(_ plane: Int, _ place: String, _ columns: String) -> String {
                "\(name)P\(plane)[(\(offset(plane)) + \(place) * \(stride(plane)) + \(columns)) >> 2]"
            }
            let row = "(y >> \(planes.rowShift))"
            switch planes.arrangement {
            case .semiPlanar:
                return "uint \(name)Y = \(word(0, "y", "x")), \(name)C = \(word(1, row, "x"));"
            case .planar:
                let columns = "(x >> \(planes.columnShift))"
                return
                    "uint \(name)Y = \(word(0, "y", "x")), \(name)B = \(word(1, row, columns)), "
                    + "\(name)R = \(word(2, row, columns));"
                    + (planes.columnShift == 1
                        ? " int \(name)Half = ((x >> 1) & 2) * 8; \(name)B >>= \(name)Half; \(name)R >>= \(name)Half;"
                        : "")
            case .grey: return "uint \(name)Y = \(word(0, "y", "x"));"
            case .yuyv, .uyvy:
                return
                    "uint \(name)L = \(word(0, "y", "x * 2")), \(name)H = \(word(0, "y", "x * 2 + 4"));"
            default:
                return (0..<4).map { "uint \(name)W\($0) = \(word(0, "y", "x * 4 + \($0 * 4)"));" }
                    .joined(separator: " ")
            }
        }
    }

    private func wideLoad(words: Int) -> String {
        (0..<words).map {
            "uvec4 \(name)W\($0) = wide\(number)[((y * \(name)Size.x + x) >> 2) * \(words) + \($0)];"
        }.joined(separator: " ")
    }

    /// The `n`-th of the pixels that were read.
    func widePixel(_ n: Int) -> String {
        func byte(_ word: String, _ number: Int) -> String { wideByte(word, number) }
        switch format {
        case .stored(.rgba8): return "unpackUnorm4x8(\(name)W0[\(n)])"
        case .stored:
            let word = "\(name)W\(n / 2)"
            let first = n % 2 * 2
            return "vec4(unpackHalf2x16(\(word)[\(first)]), unpackHalf2x16(\(word)[\(first + 1)]))"
        case .source(let traits):
            guard case .planes(let planes) = traits.samples else {
                return "unpackUnorm4x8(\(name)W0[\(n)])"
            }
            let pair = n >> planes.columnShift
            switch planes.arrangement {
            case .semiPlanar:
                return "\(name)Colors(\(byte("Y", n)), \(byte("C", pair * 2)), \(byte("C", pair * 2 + 1)))"
            case .planar: return "\(name)Colors(\(byte("Y", n)), \(byte("B", pair)), \(byte("R", pair)))"
            case .grey: return "\(name)Colors(\(byte("Y", n)), \(byte("Y", n)), \(byte("Y", n)))"
            case .yuyv, .uyvy:
                let word = n < 2 ? "L" : "H"
                let first = planes.arrangement == .yuyv ? 0 : 1
                return
                    "\(name)Colors(\(byte(word, n % 2 * 2 + first)), \(byte(word, 1 - first)), \(byte(word, 3 - first)))"
            default:
                let red = planes.arrangement == .redFirst ? 0 : 2
                let word = "W\(n)"
                return "\(name)Colors(\(byte(word, red)), \(byte(word, 1)), \(byte(word, 2 - red)))"
            }
        }
    }

    /// The luminance of the `n`-th of the pixels that were read; of a camera's picture its own luma.
    func wideLuminance(_ n: Int) -> String {
        switch lumaPlanes?.arrangement {
        case nil: "luminance(\(widePixel(n)).rgb)"
        case .yuyv: "\(name)Light(\(wideByte(n < 2 ? "L" : "H", n % 2 * 2)))"
        case .uyvy: "\(name)Light(\(wideByte(n < 2 ? "L" : "H", n % 2 * 2 + 1)))"
        default: "\(name)Light(\(wideByte("Y", n)))"
        }
    }

    private func wideByte(_ word: String, _ number: Int) -> String {
        "int(bitfieldExtract(\(name)\(word), \(number * 8), 8))"
    }
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

extension PlaneArrangement {
    /// True when the first sample is a luma.
    var hasLuma: Bool {
        switch self {
        case .semiPlanar, .planar, .yuyv, .uyvy, .grey: true
        case .color, .rgbBytes, .redFirst: false
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
