import Overlay
import Testing

@testable import LiveViewOverlay

/// The places of guests in windows of all sizes.
@Suite struct GuestLayoutTests {
    private static let sizes = [
        (200.0, 150.0), (240, 180), (360, 640), (480, 270), (640, 360), (1280, 720), (3840, 2160),
    ]

    private func layout(_ size: (Double, Double), header: Double = 40, isRightToLeft: Bool = false)
        -> GuestLayout
    {
        GuestLayout(
            width: size.0, height: size.1, header: header, measures: Measures(), isRightToLeft: isRightToLeft)
    }

    /// The area of a guest that takes all of its room.
    private func largest(_ place: GuestPlace, in layout: GuestLayout) -> Area {
        layout.area(place, layout.room(place))
    }

    @Test(arguments: sizes, [false, true])
    func everyGuestLiesInTheWindow(size: (Double, Double), isRightToLeft: Bool) {
        let layout = layout(size, isRightToLeft: isRightToLeft)
        let anchor = Area(x: size.0 / 2, y: size.1 - 60, width: 40, height: 40)
        for place in [GuestPlace.header, .bar, .center, .mark, .top, .panel, .beside(anchor)] {
            let area = largest(place, in: layout)
            #expect(area.x >= 0 && area.x + area.width <= size.0, "\(place): \(area)")
            #expect(area.y >= 0, "\(place): \(area)")
            #expect(area.x == area.x.rounded() && area.y == area.y.rounded(), "\(place): \(area)")
        }
    }

    @Test(arguments: sizes.dropFirst(2), [0.0, 40])
    func panelAndNoticeLeaveRoomForHeaderAndBar(size: (Double, Double), header: Double) {
        let layout = layout(size, header: header)
        let bar = largest(.bar, in: layout)
        for place in [GuestPlace.panel, .notice] {
            let area = largest(place, in: layout)
            #expect(area.y >= header, "\(place): \(area)")
            #expect(area.y + area.height <= bar.y, "\(place): \(area)")
        }
    }

    @Test func aPanelIsAtTheSideWhereLinesEnd() {
        #expect(largest(.panel, in: layout((1280, 720))).x == 960)
        #expect(largest(.panel, in: layout((1280, 720), isRightToLeft: true)).x == 0)
        // A narrow window has nothing beside it.
        #expect(largest(.panel, in: layout((360, 640))).width == 360)
    }

    @Test(arguments: sizes)
    func rightToLeftIsTheMirrorImage(size: (Double, Double)) {
        let (left, right) = (layout(size), layout(size, isRightToLeft: true))
        for place in [GuestPlace.bar, .notice, .center, .mark, .top, .panel] {
            let room = left.room(place)
            #expect(right.room(place).width == room.width && right.room(place).height == room.height)
            // The middle of a width that cannot be halved is a unit beside it.
            let area = (width: (room.width / 2).rounded(), height: (room.height / 2).rounded())
            let (one, two) = (left.area(place, area), right.area(place, area))
            #expect(abs(size.0 - one.right - two.x) <= 1, "\(place)")
            #expect(one.y == two.y, "\(place)")
        }
    }

    @Test func theMiddleOfALargeWindowStaysFree() {
        for width in stride(from: 800.0, through: 3840, by: 160) {
            #expect(largest(.panel, in: layout((width, 600))).x > width / 2)
        }
    }
}
