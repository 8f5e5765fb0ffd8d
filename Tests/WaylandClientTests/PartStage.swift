import Foundation
import TestSupport
import Testing

@testable import WaylandClient

/// A scripted compositor with a window of 640×480 that it has configured, and a subsurface of 100×40 over it.
struct PartStage {
    let compositor: ScriptedCompositor
    let client: TestClient
    let part: Subsurface
    let heard: Heard

    /// What a subsurface has told and was asked for.
    final class Heard {
        var input: [SurfaceInput] = []
        var drawn: [(size: SurfaceSize, scale120: Int, isBlank: Bool)] = []
        var failures: [WaylandError] = []
        /// The rectangles that the next picture changes, and their colour.
        var next: (rectangles: [SurfaceRectangle], color: UInt32)?
        /// The pixels of the picture before it was drawn on, and after.
        var before: [UInt32] = []
        var after: [UInt32] = []

        func draw(_ memory: DrawingMemory) -> [SurfaceRectangle] {
            drawn.append((memory.size, memory.scale120, memory.isBlank))
            before = Self.pixels(memory)
            let (rectangles, color) = next ?? ([memory.bounds], 0xff00_00ff)
            for rectangle in rectangles { memory.fill(rectangle, with: color) }
            after = Self.pixels(memory)
            return rectangles
        }

        private static func pixels(_ memory: DrawingMemory) -> [UInt32] {
            (0..<memory.size.height).flatMap { y in
                (0..<memory.size.width).map { x in
                    memory.bytes.load(fromByteOffset: y * memory.stride + 4 * x, as: UInt32.self)
                }
            }
        }
    }

    init(
        without missing: Set<String> = [], _ states: [XdgToplevel.State] = [], isUniform: Bool = false,
        prepare: (ScriptedCompositor, TestClient) throws -> Void = { _, _ in }
    ) throws {
        try self.init(
            ScriptedCompositor.withWindow(without: missing), states, isUniform: isUniform, prepare: prepare)
    }

    /// Shows the window and the subsurface on a compositor with other globals.
    init(_ compositor: ScriptedCompositor) throws {
        let client = try TestClient(display: compositor.socketPath)
        try compositor.waitForWindow(client)
        try self.init((compositor, client), [], isUniform: false) { _, _ in }
    }

    private init(
        _ parts: (ScriptedCompositor, TestClient), _ states: [XdgToplevel.State], isUniform: Bool,
        prepare: (ScriptedCompositor, TestClient) throws -> Void
    ) throws {
        (compositor, client) = parts
        compositor.send("wl_seat.capabilities", .number(7))
        try prepare(compositor, client)
        try compositor.configure(client, width: 640, height: 480, states, serial: 1)
        try client.run("its devices") { [compositor] in compositor.object("wl_touch") > 0 }
        part = try Subsurface(
            over: client.window, size: SurfaceSize(width: 100, height: 40), isUniform: isUniform)
        let heard = Heard()
        part.onDraw = { heard.draw($0) }
        part.onInput = { heard.input.append($0) }
        part.onFailure = { heard.failures.append($0) }
        self.heard = heard
        try client.run("the subsurface") { [compositor] in
            !compositor.requests("wl_subcompositor.get_subsurface").isEmpty
        }
    }

    /// The numbers of the surfaces: the subsurface's and the window's.
    var surfaces: (part: UInt32, window: UInt32) {
        get throws {
            let request = try #require(compositor.requests("wl_subcompositor.get_subsurface").last)
            guard case .object(let part) = request.values[1], case .object(let window) = request.values[2]
            else { throw TestFailure(description: "\(request)") }
            return (part, window)
        }
    }

    /// The requests of one name on the subsurface's `wl_surface`.
    func requests(_ name: String) throws -> [WireRequest] {
        let surface = try surfaces.part
        return compositor.requests("wl_surface.\(name)").filter { $0.object == surface }
    }

    /// The buffers that the subsurface has shown, one after the other; 0 for none.
    var buffers: [UInt32] {
        get throws {
            try requests("attach").map { request in
                guard case .object(let buffer) = request.values[0] else { return 0 }
                return buffer
            }
        }
    }

    /// Waits until each side has heard everything so far.
    func settle() throws { try compositor.settle(client) }

    /// Asks the window's program for its data of a kind, as another program does.
    ///
    /// - Returns: The pipe's end from which it can be read.
    func askForData(of kind: String) throws -> FileHandle {
        let pipe = Pipe()
        compositor.send(
            "wl_data_source.send", .string(kind), descriptor: pipe.fileHandleForWriting.fileDescriptor)
        try settle()
        try pipe.fileHandleForWriting.close()
        return pipe.fileHandleForReading
    }

    /// Lets the subsurface draw again: the compositor has shown its last picture.
    func answerFrame() throws {
        try settle()
        compositor.answerFrames(of: try surfaces.part)
        try settle()
    }

    func release(_ buffer: UInt32) throws {
        compositor.send("release", from: buffer, [])
        try settle()
    }
}
