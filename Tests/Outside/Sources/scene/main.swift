import Overlay

let wishes = Appearance(scheme: .dark, accent: PaintColor(0.9, 0.4, 0.1))
let zoom = SliderValue(2, in: 1...8, step: 0.1, defaultValue: 1, unit: " ×")
let box = Box(.column, horizontalPadding: 12, verticalPadding: 12, ground: .card)
let card = Element.box("card", box, [.slider("zoom", "Zoom", zoom)])
let scene = OverlayScene(card, theme: Theme(wishes), typesetter: try Typesetter(wishes))
scene.resize(width: 320, height: 80, scale: 180)

var pixels = [UInt32](repeating: 0, count: scene.pixelWidth * scene.pixelHeight)
@MainActor func draw() throws {
    let changed = try pixels.withUnsafeMutableBytes { try scene.render(into: $0) }
    for area in changed { print(area.width, "x", area.height, "pixels at", area.x, area.y) }
}
try draw()
scene.setFocus("zoom")
for action in scene.handle(.key(.right, []), at: 0) {
    if case .changed(_, let value, _) = action { print("zoom:", value) }
}
try draw()
