internal import Foundation
internal import TestSupport
internal import Testing

extension LabTests {
    /// `viewfinder doctor --gpu` on a newer Mesa than tests elsewhere have, and on dma-bufs of the kernel's own.
    @Suite struct SelfTest {
        private var device: GraphicsReport.Device {
            get throws {
                let report = try JSONDecoder().decode(
                    GraphicsReport.self, from: Lab.step("self-test").bytes("report.json"))
                return try #require(report.devices.first)
            }
        }

        @Test("each path draws the right bits of each format")
        func paths() throws {
            let device = try device
            #expect(device.fault == nil)
            #expect(device.barredPaths == [:])
            // The processor's own path is what they are compared with.
            #expect(Set(device.paths.map(\.path)) == ["fragment", "compute"])
            for path in device.paths {
                #expect(path.difference == nil && path.refusal == nil, "\(path)")
            }
        }

        /// Mesa's drawing in software reads a second plane from its memory's beginning, which is seen before anything is read.
        @Test(
            "images on a dma-buf are read rightly or not at all at each stride",
            arguments: [640, 1280, 1920, 1928])
        func strides(_ stride: Int) throws {
            let memory = try #require(try device.memories.first { $0.memory == "udmabuf" })
            #expect(memory.absence == nil)
            let readings = memory.readings.filter { $0.way.contains("rows of \(stride),") }
            #expect(readings.count == 2)
            for reading in readings {
                #expect(reading.difference == nil, "\(reading)")
                #expect(reading.refusal?.contains("not as they lie") != false, "\(reading)")
            }
        }

        @Test(
            "images of one plane on a dma-buf are read rightly or not at all at each stride",
            arguments: [1280, 3840, 3856])
        func stridesOfOnePlane(_ stride: Int) throws {
            let memory = try #require(try device.memories.first { $0.memory == "udmabuf" })
            let readings = memory.readings.filter { $0.way == "image of one plane, rows of \(stride)" }
            #expect(readings.count == 1 && readings.first?.difference == nil, "\(readings)")
        }

        @Test("what the processor writes into a dma-buf is seen at once, two hundred times")
        func coherence() throws {
            let memory = try #require(try device.memories.first { $0.memory == "udmabuf" })
            #expect(memory.readings.first?.way == "buffer" && memory.readings.first?.difference == nil)
            #expect(memory.hammer?.isComplete == true && memory.hammer?.difference == nil)
        }
    }
}
