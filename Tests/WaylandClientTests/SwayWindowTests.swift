import TestSupport
import Testing

@testable import WaylandClient

@Suite struct SwayWindowTests {
    @Test func aWindowAppearsWithItsTitleIdentifierAndSize() throws {
        let sway = try HeadlessSway(configuration: ["for_window [app_id=.*] floating enable"])
        let client = try TestClient(display: sway.socketPath, title: "Camera – Viewfinder")
        try client.appear()
        let window = try #require(try sway.windows().first)
        #expect(window.title == "Camera – Viewfinder")
        #expect(window.application == "org.example.Test")
        #expect(window.content.width == 640 && window.content.height == 480)
        #expect(client.events.contains(.configured))
    }
}
