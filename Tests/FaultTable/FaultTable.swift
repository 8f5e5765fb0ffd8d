internal import Faults

/// Prints the table of faults as `docs/faults.md` has it.
@main
enum FaultTable {
    static func main() { print(page, terminator: "") }

    /// The page.
    static var page: String {
        let head = """
            # Faults

            Everything that is known to go wrong, and what is promised then. `scripts/fault-docs` writes this page from the table in
            `Sources/Faults`, where the libraries and the program take their words from. *Told* is the longest time until the sentence
            is there, or the loss is counted; *back* the longest time from the end of the event until all is well again. Each row is held by the test of
            its name in the suite `PromiseTests` of the tests that it names, which fails beyond these bounds on a machine that has time for
            it. `scripts/measure-faults` runs each a hundred times and says what it measures, those of LabTests excepted, which `make test-long ARGS=lab-faults`
            measures as often.
            """
        let parts = [
            ("Cameras and other sources", Fault.ofSources), ("The compositor", Fault.ofTheScreen),
            ("Files", Fault.ofFiles),
        ]
        let tables = parts.reduce(head + "\n") { text, part in
            let rows = part.1.map(row).joined(separator: "\n")
            return text + """

                ## \(part.0)

                | fault | the words | told | what helps | back | what is lost | held by |
                |---|---|---|---|---|---|---|
                \(rows)

                """
        }
        return tables + PeerTable.text
    }

    private static func row(_ fault: Fault) -> String {
        let cells = [
            "**`\(fault.name)`**<br>\(fault.event)", fault.words.map { "“\($0)”" } ?? "none",
            fault.told.map { "\($0) s" } ?? "–", fault.recovery, fault.recovered.map { "\($0) s" } ?? "–",
            fault.loss,
            fault.tests,
        ]
        return "| " + cells.joined(separator: " | ") + " |"
    }
}
