import Processor
import Foundation

/// The vectors that tests run with: `VIEWFINDER_VECTORS` names a lesser kind than the processor's best.
package enum VectorChoice {
    private static let isMade: Bool = {
        guard let name = ProcessInfo.processInfo.environment["VIEWFINDER_VECTORS"] else { return false }
        VectorKind.choose(name)
        return true
    }()

    /// Makes the choice, once for the process; to be called before the first context is made.
    package static func make() { _ = isMade }
}
