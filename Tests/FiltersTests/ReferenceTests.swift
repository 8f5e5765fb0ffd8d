import FilterReferences
import Filters
import Foundation
import Logging
import Synchronization
import TestSupport
import Testing
import VulkanCore

/// Every operation against its reference in double precision.
///
/// Tests/References computes what is expected with numpy, scipy, scikit-image and OpenCV, once for each run of the tests.
/// `FilterProbe` runs the same cases and prints how far each is off.
@Suite struct ReferenceTests {
    /// On a device that is the processor, as this one may be, and by the kernels of graphics chips.
    @Test(arguments: Catalog.entries.map(\.className), TestedDevice.isProcessor ? [false, true] : [true])
    func anOperationIsWhatItsReferenceSays(name: String, byGraphicsKernels: Bool) throws {
        let folder = try Self.folder.get()
        try Requirement.check(folder.missing.isEmpty, folder.missing)
        let runner =
            try Self.runners.withLock { $0[byGraphicsKernels]?.popLast() }
            ?? Self.runner(folder.path, byGraphicsKernels)
        defer { Self.runners.withLock { $0[byGraphicsKernels, default: []].append(runner) } }
        let results = runner.value.cases(of: name).map { (reference: $0, error: runner.value.run($0)) }
        try runner.value.forgetKernels()
        #expect(!results.isEmpty, "\(name) has no reference")
        let failed = results.filter { !$0.error.isWithin }
        let worst = failed.max { ($0.error.failure == nil ? $0.error.worst : 256) < $1.error.worst }
        #expect(
            failed.isEmpty,
            "\(failed.count) of \(results.count) cases fail; the worst: \(worst.map { "\($0.reference): \($0.error)" } ?? "")"
        )
    }

    /// Goes from test to test, one at a time.
    private struct Passed: @unchecked Sendable { let value: ReferenceRunner }

    /// Those that no test uses now.
    private static let runners = Mutex<[Bool: [Passed]]>([:])

    private static func runner(_ folder: String, _ byGraphicsKernels: Bool) throws -> Passed {
        let logger = Logger(label: "test")
        let instance = try VulkanInstance(
            applicationName: "FiltersTests", windowSystem: false, validation: false, logger: logger)
        let device = try VulkanDevice(instance: instance, logger: logger)
        return Passed(
            value: try ReferenceRunner(
                folder: folder, device: device, isCPU: byGraphicsKernels ? false : nil))
    }

    /// What the references have written, or why they could not; made by whichever test comes first.
    private static let folder = Result { () throws -> (path: String, missing: String) in
        let path = Repository.artifacts + "/references-\(ProcessInfo.processInfo.processIdentifier)"
        // Debian's own, which has the packages that scripts/packages names.
        let (python, end) = try Program.run(
            "/usr/bin/python3", [Repository.path("Tests/References/framework.py"), path], within: 300)
        atexit {
            let path = Repository.artifacts + "/references-\(ProcessInfo.processInfo.processIdentifier)"
            try? FileManager.default.removeItem(atPath: path)
        }
        let reason = python.errors.split(separator: "\n").last ?? ""
        return (
            path,
            end.status == .exited(0)
                ? ""
                : "the references cannot be computed (\(reason)); scripts/install-packages test installs what they need"
        )
    }
}
