import Overlay
import Testing

/// The desktop's words about window buttons.
struct ButtonLayoutTests {
    @Test(arguments: [
        ("appmenu:close", ButtonLayout(leading: [], trailing: [.close])),
        ("close,minimize,maximize:", ButtonLayout(leading: [.close, .minimize, .maximize], trailing: [])),
        ("close, minimize :maximize", ButtonLayout(leading: [.close, .minimize], trailing: [.maximize])),
        ("", ButtonLayout(leading: [], trailing: [])), (":", ButtonLayout(leading: [], trailing: [])),
        ("close:close,close:minimize", ButtonLayout(leading: [.close], trailing: [])),
        ("icon,\u{0}:spacer,close", ButtonLayout(leading: [], trailing: [.close])),
    ])
    func sidesAreRead(words: String, layout: ButtonLayout) {
        #expect(ButtonLayout(parsing: words) == layout)
    }
}
