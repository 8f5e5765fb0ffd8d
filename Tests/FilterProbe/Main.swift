import ArgumentParser
import FilterReferences
import Filters
import Foundation
import Logging
import VulkanCore

/// The program that runs operations against their references and prints their distances from them.
@main
struct FilterProbe: ParsableCommand {
    @Option(help: "Class names, separated by commas; all when left out.")
    var only: String?
    @Option(help: "Where the references' files go.")
    var folder = NSTemporaryDirectory() + "viewfinder-references"
    @Flag(help: "Print the kernels of cases that fail.")
    var kernels = false
    @Flag(help: "One kernel for each operation.")
    var unfused = false
    @Flag(help: "The kernels for graphics chips, whatever the device.")
    var graphics = false
    @Flag(help: "Print only cases that fail.")
    var quiet = false
    @Flag(help: "Check every call with the Khronos layer.")
    var validation = false

    func run() throws {
        let names = only.map { $0.split(separator: ",").map(String.init) } ?? []
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../References/framework.py").standardized.path
        let python = Process()
        python.executableURL = URL(filePath: "/usr/bin/python3")
        python.arguments = [script, folder] + names
        try python.run()
        python.waitUntilExit()
        guard python.terminationStatus == 0 else { throw ExitCode.failure }
        let logger = Logger(label: "probe")
        let instance = try VulkanInstance(
            applicationName: "FilterProbe", windowSystem: false, validation: validation, logger: logger)
        let device = try VulkanDevice(instance: instance, logger: logger)
        let runner = try ReferenceRunner(
            folder: folder, device: device, isFused: !unfused, isCPU: graphics ? false : nil)
        var failures = 0
        for reference in runner.cases(of: nil) {
            let error = runner.run(reference)
            if !error.isWithin { failures += 1 }
            if !quiet || !error.isWithin {
                print("\(error.isWithin ? "pass" : "FAIL") \(reference): \(error)")
            }
            if kernels, !error.isWithin { print(runner.kernelTexts.joined(separator: "\n----\n")) }
        }
        print("\(failures) of \(runner.cases(of: nil).count) cases fail")
        if failures > 0 { throw ExitCode.failure }
    }
}
