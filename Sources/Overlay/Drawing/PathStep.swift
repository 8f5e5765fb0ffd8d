/// A step of a path that is filled or drawn as a line.
enum PathStep: Sendable {
    /// To a point, without a line.
    case move(Double, Double)
    /// A straight line to a point.
    case line(Double, Double)
    /// A curve of Bézier's: two points that it leans to, and its end.
    case curve(Double, Double, Double, Double, Double, Double)
    /// A part of a circle, clockwise: its middle, its radius, and two angles in degrees from the right.
    case arc(Double, Double, Double, Double, Double)
    /// A circle on its own: its middle and its radius.
    case circle(Double, Double, Double)
    /// A rectangle on its own, with round corners.
    case box(Area, radius: Double)
    /// A straight line to the beginning.
    case close
}

/// A part of an icon: a path, and whether it is filled or drawn as a line of 1.5 units.
struct IconPart: Sendable {
    var isFilled = false
    var steps: [PathStep]

    /// Straight lines through points, given as x and y one after the other.
    static func lines(_ numbers: [Double], closed: Bool = false, filled: Bool = false) -> IconPart {
        let starts = stride(from: 0, to: numbers.count - 1, by: 2)
        let steps = starts.map { start -> PathStep in
            start == 0
                ? .move(numbers[0], numbers[1]) : .line(numbers[start], numbers[start + 1])
        }
        return IconPart(isFilled: filled, steps: steps + (closed ? [.close] : []))
    }

    /// A circle's line.
    static func circle(_ x: Double, _ y: Double, _ radius: Double) -> IconPart {
        IconPart(steps: [.circle(x, y, radius)])
    }

    /// A filled circle.
    static func dot(_ x: Double, _ y: Double, _ radius: Double) -> IconPart {
        IconPart(isFilled: true, steps: [.circle(x, y, radius)])
    }

    /// A part of a circle's line, clockwise, between two angles in degrees from the right.
    static func arc(_ x: Double, _ y: Double, _ radius: Double, _ from: Double, _ to: Double) -> IconPart {
        IconPart(steps: [.arc(x, y, radius, from, to)])
    }

    /// The line of a rectangle with round corners, or the rectangle itself.
    static func box(
        _ x: Double, _ y: Double, _ width: Double, _ height: Double, radius: Double, filled: Bool = false
    ) -> IconPart {
        IconPart(
            isFilled: filled,
            steps: [.box(Area(x: x, y: y, width: width, height: height), radius: radius)])
    }

    /// Any path's line.
    static func path(_ steps: [PathStep]) -> IconPart { IconPart(steps: steps) }
}
