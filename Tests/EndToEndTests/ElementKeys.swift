import Glibc
import TestSupport

/// The elements over a program's picture by their names, which it says with `-vv`: places change with words, fonts and new rows.
struct ElementKeys {
    let program: Program
    /// Presses a key of a keyboard and releases it.
    let tap: (String) throws -> Void

    /// The lines of the log that begin so, without that.
    private func lines(_ beginning: String) -> [Substring] {
        let start = "viewfinder: debug: \(beginning)"
        return program.errors.split(separator: "\n").filter { $0.hasPrefix(start) }
            .map { $0.dropFirst(start.count) }
    }

    /// Moves the keyboard's focus to an element of the menu, the panel or the bar, whichever is foremost.
    ///
    /// - Parameter id: The element's name.
    /// - Returns: The element's middle on the window, in logical units.
    /// - Throws: ``WaitedInVain`` where there is none of that name.
    @discardableResult
    func focus(_ id: String) throws -> (x: Int, y: Int) {
        for _ in 0..<200 {
            let before = lines("keys go to ").count
            try tap("Tab")
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
    func press(_ id: String) throws {
        try focus(id)
        try tap("Return")
    }

    /// Opens a panel by its row of the bar's menu.
    func openPanel(_ name: String) throws {
        try focus("more")
        let before = lines("keys go to ").count
        try tap("Return")
        // A key that the bar takes is followed by a line of its focus, which is not that of the next key.
        try eventually("the menu", found: { program.log }) { lines("keys go to ").count > before }
        try press("panel-\(name)")
        try waitForPanel(name)
        // The focus goes there next, where there is a row for it: a key before that would be taken for its reason.
        _ = try? eventually("the focus in the panel of \(name)", within: 3) {
            let lines = program.errors.split(separator: "\n")
            let panel = lines.lastIndex { $0.hasSuffix("debug: the panel is \(name)") } ?? 0
            // Any value would be one.
            return lines[panel...].contains { $0.contains("debug: keys go to ") } ? true : nil
        }
    }

    /// Waits until a panel is open, or until it is `closed`.
    func waitForPanel(_ name: String) throws {
        try eventually("the panel of \(name)", found: { program.log }) {
            lines("the panel is ").last == Substring(name)
        }
    }
}

extension Viewfinder {
    /// Moves the keyboard's focus to an element; see ``ElementKeys/focus(_:)``.
    @discardableResult
    func focus(_ id: String, _ keyboard: VirtualKeyboard) throws -> (x: Int, y: Int) {
        try elements(keyboard).focus(id)
    }

    /// Presses an element by keys.
    func press(_ id: String, _ keyboard: VirtualKeyboard) throws { try elements(keyboard).press(id) }

    /// Opens a panel by its row of the bar's menu.
    func openPanel(_ name: String, _ keyboard: VirtualKeyboard) throws {
        try elements(keyboard).openPanel(name)
    }

    /// Waits until a panel is open.
    func waitForPanel(_ name: String) throws {
        try ElementKeys(program: program, tap: { _ in }).waitForPanel(name)
    }

    private func elements(_ keyboard: VirtualKeyboard) -> ElementKeys {
        ElementKeys(program: program) { try keyboard.tap($0) }
    }
}
