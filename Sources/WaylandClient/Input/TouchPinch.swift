internal import Glibc

/// Two fingers on a touch screen that go apart or together; pure.
struct TouchPinch {
    private var first: SurfacePoint
    private var second: SurfacePoint
    private let startDistance: Double
    private var scale = 1.0

    init(_ first: SurfacePoint, _ second: SurfacePoint) {
        (self.first, self.second) = (first, second)
        // Fingers that touch each other would make any distance a large one.
        startDistance = max(16, Self.distance(first, second))
    }

    /// Makes the event of a moment at which nothing has moved.
    func moment(_ phase: Pinch.Phase) -> Pinch {
        Pinch(
            phase: phase, point: middle, across: 0, down: 0, scale: scale, rotation: 0, device: .touch)
    }

    /// Moves one of the fingers.
    mutating func move(isFirst: Bool, to point: SurfacePoint) -> Pinch {
        let (before, angle) = (middle, angle)
        if isFirst { first = point } else { second = point }
        scale = max(0.01, Self.distance(first, second) / startDistance)
        let turn = (self.angle - angle).remainder(dividingBy: 360)
        return Pinch(
            phase: .changed, point: middle, across: middle.x - before.x, down: middle.y - before.y,
            scale: scale, rotation: turn, device: .touch)
    }

    private var middle: SurfacePoint {
        SurfacePoint(x: (first.x + second.x) / 2, y: (first.y + second.y) / 2)
    }

    private var angle: Double { atan2(second.y - first.y, second.x - first.x) * 180 / .pi }

    private static func distance(_ first: SurfacePoint, _ second: SurfacePoint) -> Double {
        let (across, down) = (second.x - first.x, second.y - first.y)
        return (across * across + down * down).squareRoot()
    }
}
