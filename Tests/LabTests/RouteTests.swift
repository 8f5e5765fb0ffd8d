internal import TestSupport
internal import Testing

extension LabTests {
    /// The ways of frames from the kernel's memory to a device that draws on the processor.
    @Suite struct Routes {
        private static let words = [
            "dmabuf": "source's memory", "userptr": "memory of the graphics device",
            "hostptr": "source's pages", "copy": "copies each frame",
        ]

        @Test(
            "every route and path draws the same picture",
            arguments: ["1 YUYV", "1 NV12", "1 YU12", "1 GREY", "1 XR24", "2 NM12", "2 NV12"])
        func pictures(_ which: String) throws {
            let (camera, format) = (which.prefix(1), which.dropFirst(2))
            let lines = try Lab.step("routes").text("pictures-\(camera)").split(separator: "\n")
                .map(Line.init).filter { $0.format == format }
            #expect(Set(lines.map(\.route)) == Set(Self.words.keys))
            for route in Self.words.keys {
                let paths = lines.filter { $0.route == route }.map(\.path)
                #expect(Set(paths).isSuperset(of: ["fragment", "compute"]), "\(route): \(paths)")
            }
            for line in lines {
                #expect(line.taken.hasPrefix("\(line.route): "), "\(line)")
                #expect(line.taken.contains(Self.words[line.route] ?? "?"), "\(line)")
            }
            #expect(Set(lines.map(\.hash)).count == 1, "\(lines)")
        }

        /// A line of the probe's: `picture FORMAT ROUTE PATH HASH TAKEN: REASON`.
        private struct Line {
            let format, route, path, hash, taken: String

            init(_ text: Substring) {
                var words = text.split(separator: " ", maxSplits: 5).map(String.init)
                while words.count < 6 { words.append("") }
                (format, route, path, hash, taken) = (words[1], words[2], words[3], words[4], words[5])
            }
        }

        @Test("packed pixels are sampled where the driver put them, as images on its memory")
        func images() throws {
            let text = try Lab.step("routes").text("pictures-1")
            for format in ["YUYV", "GREY", "XR24"] {
                let line = text.split(separator: "\n").first {
                    $0.hasPrefix("picture \(format) dmabuf fragment")
                }
                #expect(
                    line?.hasSuffix("dmabuf: the GPU samples the source's memory") == true, "\(line ?? "")")
            }
        }

        @Test(
            "thousands of frames are read before their buffers go back, and leave nothing behind",
            arguments: ["dmabuf", "userptr", "hostptr"])
        func streams(_ route: String) throws {
            let counts = try counts(route)
            #expect(counts["route"] == [route])
            #expect(counts["frames"] == ["3400"])
            #expect(counts["torn"] == ["0"], "rows of two frames in one picture")
            #expect(counts["changed"] == ["0"], "a held picture became another one")
            #expect(Int(counts["pictures"]?.first ?? "") ?? 0 > 8, "the bars did not move")
            for name in ["descriptors", "mappings", "objects"] {
                let numbers = (counts[name] ?? []).compactMap { Int($0) }
                #expect(numbers.count == 2 && numbers[1] <= numbers[0], "\(name): \(numbers)")
            }
        }

        @Test("a buffer that goes back too early would have shown")
        func early() throws {
            let changed = try counts("early")["changed"]?.first
            #expect(Int(changed ?? "") ?? 0 > 0)
        }

        @Test("--import chooses the route, and --stats names it and why", arguments: ["dmabuf", "userptr"])
        func statistics(_ route: String) throws {
            let step = try Lab.step("imports")
            #expect(Bars.wrong(Bars.middles(of: try step.image(route)), Bars.dim) == [])
            let report = try step.statistics("statistics-\(route)")
            let taken = report["importRoute"] as? [String: String]
            #expect(taken?["name"] == route)
            #expect(taken?["reason"]?.contains(Self.words[route] ?? "?") == true, "\(taken ?? [:])")
        }

        private func counts(_ file: String) throws -> [String: [String]] {
            var counts: [String: [String]] = [:]
            for line in try Lab.step("streams").text(file).split(separator: "\n") {
                let words = line.split(separator: " ").map(String.init)
                if words.count > 2, words[0] == "stream" { counts[words[1]] = Array(words.dropFirst(2)) }
            }
            return counts
        }
    }
}
