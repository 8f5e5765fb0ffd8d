/// A surface of Cairo's over memory of the caller's, in which the coordinates are logical units.
///
/// The memory holds premultiplied ARGB in the machine's byte order (`CAIRO_FORMAT_ARGB32`, which is `wl_shm`'s `argb8888`). Not thread-safe.
@safe public final class OverlayCanvas {
    /// The pixels of a logical unit.
    public let scale: Double
    /// The memory's size.
    public let pixels: PixelArea

    /// Hears each text that is drawn, and the place of its lines.
    var onText: ((TextLayout, Area) -> Void)?

    private let cairo: CairoFunctions
    private let text: PangoCairoFunctions
    private let surface: OpaquePointer
    private let context: OpaquePointer

    /// Begins to draw.
    ///
    /// - Parameters:
    ///   - memory: Rows of pixels, aligned to four bytes; it must live as long as the canvas.
    ///   - width: The number of pixels of a row.
    ///   - height: The number of rows.
    ///   - stride: The number of bytes from one row to the next, a multiple of four.
    ///   - scale: The pixels of a logical unit in 120ths, at least 1.
    ///   - typesetter: The maker of what is written.
    /// - Throws: The reason why Cairo refuses the memory.
    public init(
        memory: UnsafeMutableRawBufferPointer, width: Int, height: Int, stride: Int, scale: Int,
        typesetter: Typesetter
    ) throws(OverlayError) {
        let sizes = (0...32_767)
        guard sizes.contains(width), sizes.contains(height), stride >= width * 4, stride % 4 == 0,
            memory.count >= stride * height, scale > 0, let base = memory.baseAddress
        else { throw .refused(call: "cairo_image_surface_create_for_data", status: 9) }
        cairo = typesetter.libraries.cairo
        text = typesetter.libraries.text
        self.scale = Double(scale) / 120
        pixels = PixelArea(width: width, height: height)
        unsafe surface = cairo.makeSurface(
            base.assumingMemoryBound(to: UInt8.self), CairoFunctions.Code.argb32, Int32(width), Int32(height),
            Int32(stride))
        unsafe context = cairo.makeContext(surface)
        let status = unsafe (cairo.surfaceStatus(surface), cairo.status(context))
        guard status == (0, 0) else {
            throw .refused(call: "cairo_create", status: max(status.0, status.1))
        }
        unsafe cairo.scale(context, self.scale, self.scale)
        unsafe cairo.setLineCap(context, CairoFunctions.Code.roundCap)
        unsafe cairo.setLineJoin(context, CairoFunctions.Code.roundJoin)
    }

    deinit {
        unsafe cairo.destroy(context)
        unsafe cairo.flush(surface)
        unsafe cairo.destroySurface(surface)
    }

    /// The nearest edge of a pixel.
    private func snapped(_ value: Double) -> Double { (value * scale).rounded() / scale }

    /// The rectangle with its edges on those of pixels, so that they are sharp; never thinner than one.
    public func snapped(_ area: Area) -> Area {
        let (x, y) = (snapped(area.x), snapped(area.y))
        return Area(
            x: x, y: y, width: max(snapped(area.right) - x, 1 / scale),
            height: max(snapped(area.bottom) - y, 1 / scale))
    }

    /// Draws with a clip: nothing outside of a rectangle changes.
    ///
    /// - Parameters:
    ///   - area: The rectangle; its edges are moved to those of pixels.
    ///   - radius: The radius of its corners.
    ///   - draw: Draws.
    public func clipped(to area: Area, radius: Double = 0, _ draw: () -> Void) {
        unsafe cairo.save(context)
        outline(snapped(area), radius)
        unsafe cairo.clip(context)
        draw()
        unsafe cairo.restore(context)
    }

    /// Draws something that is seen through as a whole.
    ///
    /// - Parameters:
    ///   - opacity: Its opacity, 0…1.
    ///   - draw: Draws it.
    public func faded(to opacity: Double, _ draw: () -> Void) {
        guard opacity < 1 else { return draw() }
        unsafe cairo.pushGroup(context)
        draw()
        unsafe cairo.popGroup(context)
        unsafe cairo.paintWithAlpha(context, max(opacity, 0))
        // The group must not outlive its drawing as the colour of what comes next.
        set(.black)
    }

    /// Makes all that the clip allows transparent.
    public func clear() {
        unsafe cairo.setOperator(context, CairoFunctions.Code.operatorClear)
        unsafe cairo.paint(context)
        unsafe cairo.setOperator(context, CairoFunctions.Code.operatorOver)
    }

    /// Fills a rectangle.
    ///
    /// - Parameters:
    ///   - area: The rectangle; its edges are moved to those of pixels.
    ///   - radius: The radius of its corners.
    ///   - color: The colour.
    public func fill(_ area: Area, radius: Double = 0, _ color: PaintColor) {
        guard !area.isEmpty else { return }
        outline(snapped(area), radius)
        set(color)
        unsafe cairo.fill(context)
    }

    /// Draws the border of a rectangle, inside of its edges.
    ///
    /// - Parameters:
    ///   - area: The rectangle; its edges are moved to those of pixels.
    ///   - radius: The radius of its corners.
    ///   - width: The line's width.
    ///   - color: The colour.
    public func stroke(_ area: Area, radius: Double = 0, width: Double = 1, _ color: PaintColor) {
        guard !area.isEmpty else { return }
        let width = max(snapped(width), 1 / scale)
        outline(snapped(area).inset(width / 2, width / 2), max(radius - width / 2, 0))
        stroke(width, color)
    }

    private func stroke(_ width: Double, _ color: PaintColor) {
        set(color)
        unsafe cairo.setLineWidth(context, width)
        unsafe cairo.stroke(context)
    }

    /// Draws a line through points.
    ///
    /// - Parameters:
    ///   - points: The points.
    ///   - width: The line's width.
    ///   - color: The colour.
    public func line(through points: [(x: Double, y: Double)], width: Double = 1.5, _ color: PaintColor) {
        guard let first = points.first else { return }
        unsafe cairo.newPath(context)
        unsafe cairo.move(context, first.x, first.y)
        for point in points.dropFirst() { unsafe cairo.line(context, point.x, point.y) }
        stroke(width, color)
    }

    /// Draws a part of the circle inside of a square, clockwise from the top.
    ///
    /// - Parameters:
    ///   - square: The square.
    ///   - start: The beginning as a part of the whole circle.
    ///   - end: The end as a part of the whole circle.
    ///   - width: The line's width, inside of the square.
    ///   - color: The colour.
    public func arc(
        in square: Area, from start: Double, to end: Double, width: Double, _ color: PaintColor
    ) {
        guard end > start else { return }
        unsafe cairo.newPath(context)
        take(
            .arc(
                square.centerX, square.centerY, (square.width - width) / 2, start * 360 - 90, end * 360 - 90))
        stroke(width, color)
    }

    /// Draws an icon in the middle of a rectangle.
    ///
    /// - Parameters:
    ///   - icon: The icon.
    ///   - area: The rectangle.
    ///   - size: The side of the icon's square.
    ///   - isMirrored: True for its mirror image.
    ///   - color: The colour.
    public func icon(
        _ icon: Icon, in area: Area, size: Double = 20, isMirrored: Bool = false, _ color: PaintColor
    ) {
        let square = area.centered(size)
        let place = (snapped(square.x), snapped(square.y))
        unsafe cairo.save(context)
        unsafe cairo.translate(context, place.0 + (isMirrored ? size : 0), place.1)
        unsafe cairo.scale(context, size / 20 * (isMirrored ? -1 : 1), size / 20)
        set(color)
        unsafe cairo.setLineWidth(context, 1.5)
        for part in icon.parts {
            unsafe cairo.newPath(context)
            for step in part.steps { take(step) }
            if part.isFilled { unsafe cairo.fill(context) } else { unsafe cairo.stroke(context) }
        }
        unsafe cairo.restore(context)
    }

    /// Draws a small picture that fills a rectangle; what is too much of it is cut off evenly.
    ///
    /// - Parameters:
    ///   - thumbnail: The picture.
    ///   - area: The rectangle.
    ///   - radius: The radius of its corners.
    public func picture(_ thumbnail: Thumbnail, in area: Area, radius: Double = 0) {
        guard !area.isEmpty else { return }
        clipped(to: area, radius: radius) {
            let enlargement = max(
                area.width / Double(thumbnail.width), area.height / Double(thumbnail.height))
            unsafe thumbnail.pixels.withUnsafeBytes { bytes in
                guard let base = bytes.baseAddress else { return }
                // Cairo only reads a surface that is a source.
                let pixels = unsafe UnsafeMutableRawPointer(mutating: base)
                let surface = unsafe cairo.makeSurface(
                    pixels.assumingMemoryBound(to: UInt8.self), CairoFunctions.Code.argb32,
                    Int32(thumbnail.width), Int32(thumbnail.height), Int32(thumbnail.width * 4))
                unsafe cairo.save(context)
                unsafe cairo.translate(
                    context, area.centerX - Double(thumbnail.width) * enlargement / 2,
                    area.centerY - Double(thumbnail.height) * enlargement / 2)
                unsafe cairo.scale(context, enlargement, enlargement)
                unsafe cairo.setSurface(context, surface, 0, 0)
                unsafe cairo.setFilter(cairo.source(context), CairoFunctions.Code.goodFilter)
                unsafe cairo.paint(context)
                unsafe cairo.restore(context)
                unsafe cairo.destroySurface(surface)
            }
        }
    }

    /// Draws a text.
    ///
    /// - Parameters:
    ///   - layout: The text.
    ///   - x: The left edge of its lines.
    ///   - y: The top edge of its lines.
    ///   - color: The colour.
    public func text(_ layout: TextLayout, x: Double, y: Double, _ color: PaintColor) {
        onText?(layout, Area(x: x, y: y, width: layout.width, height: layout.height))
        // Cairo moves letters to whole pixels downwards, so the baseline is put on one, wherever the lines are.
        let baseline = snapped(y - layout.lines.y + layout.baseline)
        unsafe cairo.newPath(context)
        unsafe cairo.move(context, x - layout.lines.x, baseline - layout.baseline)
        set(color)
        unsafe text.show(context, layout.layout)
        unsafe cairo.newPath(context)
    }

    private func set(_ color: PaintColor) {
        unsafe cairo.setColor(context, color.red, color.green, color.blue, color.alpha)
    }

    /// Makes a rectangle with round corners the path.
    private func outline(_ area: Area, _ radius: Double) {
        unsafe cairo.newPath(context)
        take(.box(area, radius: radius))
    }

    /// Adds a step to the path.
    private func take(_ step: PathStep) {
        switch step {
        case .move(let x, let y): unsafe cairo.move(context, x, y)
        case .line(let x, let y): unsafe cairo.line(context, x, y)
        case .curve(let x1, let y1, let x2, let y2, let x, let y):
            unsafe cairo.curve(context, x1, y1, x2, y2, x, y)
        case .arc(let x, let y, let radius, let from, let to):
            unsafe cairo.arc(context, x, y, radius, from * .pi / 180, to * .pi / 180)
        case .circle(let x, let y, let radius):
            unsafe cairo.newSubpath(context)
            unsafe cairo.arc(context, x, y, radius, 0, 2 * .pi)
            unsafe cairo.closePath(context)
        case .box(let area, let radius):
            let radius = min(radius, area.width / 2, area.height / 2)
            guard radius > 0 else {
                unsafe cairo.rectangle(context, area.x, area.y, area.width, area.height)
                return
            }
            let (left, top, right, bottom) = (
                area.x + radius, area.y + radius, area.right - radius, area.bottom - radius
            )
            unsafe cairo.newSubpath(context)
            unsafe cairo.arc(context, right, top, radius, -.pi / 2, 0)
            unsafe cairo.arc(context, right, bottom, radius, 0, .pi / 2)
            unsafe cairo.arc(context, left, bottom, radius, .pi / 2, .pi)
            unsafe cairo.arc(context, left, top, radius, .pi, .pi * 1.5)
            unsafe cairo.closePath(context)
        case .close: unsafe cairo.closePath(context)
        }
    }
}
