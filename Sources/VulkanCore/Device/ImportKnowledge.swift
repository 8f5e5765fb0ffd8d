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
        /// Those of a kernel driver's queue, by the driver's name.
        case driverPages(String)
        /// The device's own memory, filled by a camera's driver.
        case own

        /// The kind in words.
        package var description: String {
            switch self {
            case .shared(let driver, let isImage):
                "dma-bufs of \(driver ?? "a program")" + (isImage ? " as images" : "")
            case .pages: "the processor's pages"
            case .driverPages(let driver): "the pages of \(driver)"
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

    /// The place of the knowledge that was there at first, in words for reports; empty for none.
    package private(set) var place = ""

    /// Knows nothing.
    package init() {}

    /// Knows what a test has found.
    package init(_ verdicts: [Kind: Verdict], from place: String = "") {
        (self.verdicts, self.place) = (verdicts, place)
    }

    /// Takes a kind out of use.
    package mutating func refuse(_ kind: Kind, _ words: String) { verdicts[kind] = .refused(words) }

    /// The words against a kind; nil where nothing is known against it.
    ///
    /// - Parameters:
    ///   - kind: The kind.
    ///   - isByProcessor: True for memory that the processor fills.
    /// - Returns: The words.
    package func refusal(of kind: Kind, byProcessor isByProcessor: Bool = false) -> String? {
        if case .refused(let words)? = verdict(on: kind, byProcessor: isByProcessor) { words } else { nil }
    }

    /// The words for a kind that a test has proven; nil for another.
    package func proof(of kind: Kind, byProcessor isByProcessor: Bool) -> String? {
        guard verdict(on: kind, byProcessor: isByProcessor) == .proven else { return nil }
        return "as the self-test has proven" + (place.isEmpty ? "" : " (\(place))")
    }

    /// The verdict on a kind.
    ///
    /// The processor's writes to a dma-buf or to pages are the same whoever makes them, and rows lie where they lie: where nothing is
    /// known of a driver's, the verdict on a program's own stands for it.
    private func verdict(on kind: Kind, byProcessor isByProcessor: Bool) -> Verdict? {
        if let known = verdicts[kind] { return known }
        return switch kind {
        case .driverPages: verdicts[.pages]
        case .shared(_, let isImage) where isByProcessor || isImage:
            verdicts[.shared(driver: nil, isImage: isImage)]
        case .shared, .pages, .own: nil
        }
    }
}
