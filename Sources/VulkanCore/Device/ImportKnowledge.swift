/// The knowledge of a device's reading of memory that others have filled: whether it sees the bytes that they wrote.
///
/// No call tells it. Drivers import the processor's pages on devices that do not look into its caches, too, and such a device then
/// reads lines of pictures before.
package struct ImportKnowledge: Equatable, Sendable {
    /// A kind of memory, with the way in which the device reads it.
    package enum Kind: Hashable, Sendable, CustomStringConvertible {
        /// The dma-bufs of a kernel driver's queue, by the driver's name, nil for a program's; as buffers, or as images on them.
        case shared(driver: String?, isImage: Bool = false)
        /// The processor's pages, lent to the device.
        case pages
        /// The device's own memory, filled by a camera's driver.
        case own

        /// The kind in words.
        package var description: String {
            switch self {
            case .shared(let driver, let isImage):
                "dma-bufs of \(driver ?? "a program")" + (isImage ? " as images" : "")
            case .pages: "the processor's pages"
            case .own: "the device's memory, filled by a camera's driver"
            }
        }
    }

    /// The knowledge of a kind.
    package enum Verdict: Hashable, Sendable {
        /// The device sees what was written, as a test of many rounds has shown.
        case proven
        /// The device has read something else; the difference in words.
        case refused(String)
    }

    /// The verdicts; a kind without one has not been looked at, or has not failed yet.
    package private(set) var verdicts: [Kind: Verdict] = [:]

    /// Knows nothing.
    package init() {}

    /// Knows what a test has found.
    package init(_ verdicts: [Kind: Verdict]) { self.verdicts = verdicts }

    /// Takes a kind out of use.
    package mutating func refuse(_ kind: Kind, _ words: String) { verdicts[kind] = .refused(words) }

    /// The words against a kind; nil where nothing is known against it.
    package func refusal(of kind: Kind) -> String? {
        if case .refused(let words) = verdicts[kind] { words } else { nil }
    }
}
