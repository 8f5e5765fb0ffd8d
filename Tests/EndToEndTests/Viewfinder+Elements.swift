import Glibc
import TestSupport

/// The elements over the picture by their names, which the program says with `-vv`: places change with words, fonts and new rows.
extension Viewfinder {
    /// The lines of the log that begin so, without that.
    private func lines(_ beginning: String) -> [Substring] {
        let start = "viewfinder: debug: \(beginning)"
        return program.errors.split(separator: "\n").filter { $0.hasPrefix(start) }
            .map { $0.dropFirst(start.count) }
    }

    /// Moves the keyboard's focus to an element of the menu, the panel or the bar, whichever is foremost.
    ///
    /// - Parameters:
    ///   - id: The element's name.
    ///   - keyboard: The keyboard.
    /// - Returns: The element's middle on the window, in logical units.
    /// - Throws: ``WaitedInVain`` where there is none of that name.
    @discardableResult
    func focus(_ id: String, _ keyboard: VirtualKeyboard) throws -> (x: Int, y: Int) {
        for _ in 0..<200 {
            let before = lines("keys go to ").count
            try keyboard.tap("Tab")
            let line = try eventually("the focus", found: { program.log }) {
                let lines = self.lines("keys go to ")
                return lines.count > before ? lines.last : nil
            }
            guard line.hasPrefix("\(id) at ") else { continue }
            let numbers = line.dropFirst("\(id) at ".count).split(separator: ", ").compactMap { Int($0) }
            if numbers.count == 2 { return (numbers[0], numbers[1]) }
        }
        throw WaitedInVain("there is no element \(id)\n\(program.log)")
    }

    /// Presses an element by keys.
    func press(_ id: String, _ keyboard: VirtualKeyboard) throws {
        try focus(id, keyboard)
        try keyboard.tap("Return")
    }

    /// Opens a panel by its row of the bar's menu.
    func openPanel(_ name: String, _ keyboard: VirtualKeyboard) throws {
        try press("more", keyboard)
        try press("panel-\(name)", keyboard)
        try waitForPanel(name)
        // The focus goes there next, where there is a row for it: a key before that would be taken for its reason.
        _ = try? eventually("the focus in the panel of \(name)", within: 3) {
            let lines = program.errors.split(separator: "\n")
            let panel = lines.lastIndex { $0.hasSuffix("debug: the panel is \(name)") } ?? 0
            return lines[panel...].contains { $0.contains("debug: keys go to ") }
        }
    }

    /// Waits until a panel is open.
    func waitForPanel(_ name: String) throws {
        try eventually("the panel of \(name)", found: { program.log }) {
            self.lines("the panel is ").last == Substring(name)
        }
    }
}
