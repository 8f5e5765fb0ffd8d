import Faults
import Foundation
import Glibc
import TestSupport
import Testing

@testable import WaylandClient

/// The promises of the table of faults that a connection keeps.
struct PromiseTests {
    @Test func noCompositor() throws {
        let path = "/tmp/none-\(UUID().uuidString)"
        let sentence = Fault.noCompositor.sentence([.path: path, .reason: "No such file or directory"])
        try Fault.noCompositor.within(.told) {
            #expect(throws: WaylandError(sentence)) { try TestClient(display: path) }
        }
    }

    @Test func compositorSilent() throws {
        let compositor = try ScriptedCompositor(globals: ScriptedCompositor.everything)
        compositor.setReading(false)
        try Fault.compositorSilent.within(.told) {
            #expect(throws: WaylandError(Fault.compositorSilent.sentence())) {
                try TestClient(display: compositor.socketPath)
            }
        }
    }

    @Test func compositorStalled() throws {
        let (compositor, client) = try ScriptedCompositor.withWindow()
        try compositor.configure(client, serial: 1)
        compositor.setReading(false)
        for number in 0..<500 {
            client.window.setTitle("\(number)" + String(repeating: "x", count: 900))
            try client.run(milliseconds: 4)
        }
        client.window.setTitle("the last")
        compositor.setReading(true)
        try Fault.compositorStalled.within(.recovered) {
            try client.run("the newest title") {
                compositor.requests("xdg_toplevel.set_title").last?.values == [.string("the last")]
            }
        }
        #expect(client.loss == nil)
    }

    @Test func callbackLost() throws {
        try ViewStage.withVerdict { file, mayUseFifo in
            // Never by FIFO.
            let fifo = try ViewStage(file) { _, isFifo in !isFifo }
            try fifo.waitForCommits(1)
            try Fault.callbackLost.within(.recovered) { try fifo.waitForCommits(3) }
            try fifo.client.run("the verdict") { mayUseFifo() == false }
            // Once by mailbox.
            let mailbox = try ViewStage(file) { number, _ in number != 5 }
            try mailbox.waitForCommits(6)
            try Fault.callbackLost.within(.recovered) { try mailbox.waitForCommits(8) }
        }
        try ViewStage.withVerdict { file, _ in
            // What FIFO has committed keeps back what comes by mailbox.
            let stuck = try ViewStage(file) { number, _ in number > 1 }
            try stuck.waitForCommits(1)
            try Fault.callbackLost.within(.recovered) {
                try stuck.renewed()
                try stuck.waitForCommits(4)
            }
        }
    }

    @Test func compositorRefused() throws {
        let (compositor, client) = try ScriptedCompositor.withWindow()
        let surface = compositor.object("xdg_surface")
        compositor.send("wl_display.error", .object(surface), .number(3), .string("no buffer yet"))
        try Fault.compositorRefused.within(.told) {
            try client.run("the loss") { client.loss != nil }
        }
        let words = try #require(client.loss?.description)
        let parts = Fault.compositorRefused.sentence([.object: "xdg_surface@\(surface)", .reason: "3|"])
            .split(separator: "|").map(String.init)
        // libwayland's own words stand between them.
        #expect(words.hasPrefix(parts[0]) && words.hasSuffix(parts[1]) && words.contains("no buffer yet"))
    }
}
