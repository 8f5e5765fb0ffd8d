import Frames
import Testing
import VulkanView

@testable import Viewfinder

/// The key's steps through a picture that the wheel has enlarged.
@Suite struct PictureZoomTests {
    @Test func theKeyForLargerNeverMakesItSmaller() {
        var region = PictureRegion(x: 0.5, y: 0.5, width: 1.0 / 1000, height: 1.0 / 1000)
        while region.width.value > PictureRegion.least.value {
            let larger = region.zoomed(by: 1)
            #expect(larger.width.value < region.width.value)
            guard larger.width.value < region.width.value else { return }
            region = larger
        }
        #expect(region.zoomed(by: 1) == region)
        #expect(region.zoomed(by: -1).width.value > region.width.value)
    }
}
