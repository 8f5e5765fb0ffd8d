import FilterReferences
import Frames
import Logging
import TestSupport
import VulkanCore

@testable import Filters

/// Runs operations of the table on pictures in memory.
@safe final class FilterStudio {
    /// Whether the kernels for processors run, for tests of each kind that the device can run.
    static let kinds = TestedDevice.isProcessor ? [true, false] : [false]

    let device: VulkanDevice
    let context: FilterContext

    /// - Parameters:
    ///   - isFused: Whether operations join kernels.
    ///   - isCPU: Whether the kernels for processors run; nil for the device's own.
    ///   - roundsOtherwise: Whether the kernels are those for graphics chips, rounded as ``OtherRoundings`` says.
    /// - Throws: The device's lack.
    init(isFused: Bool = true, isCPU: Bool? = nil, roundsOtherwise: Bool = false) throws {
        let logger = Logger(label: "test")
        device = try VulkanDevice(
            instance: VulkanInstance(
                applicationName: "FiltersTests", windowSystem: false, validation: false, logger: logger),
            logger: logger)
        VectorChoice.make()
        context = try FilterContext(device: device, isFused: isFused)
        if let isCPU { context.runner.isCPU = isCPU }
        if roundsOtherwise { context.roundOtherwise() }
    }

    /// The result of an operation.
    ///
    /// - Parameters:
    ///   - name: Its name in the table.
    ///   - pictures: One for each input.
    ///   - settings: Numbers of the parameters that shall differ from their defaults.
    /// - Returns: The result.
    /// - Throws: The fault of the name, the settings or the device.
    func run(_ name: String, _ pictures: [TestPicture], _ settings: [String: [Float]] = [:]) throws
        -> TestPicture
    {
        let operation = try Catalog.entry(named: name).make()
        for (name, value) in settings {
            guard let found = operation.parameters.first(where: { $0.name == name }) else {
                throw FilterError.unknownParameter(name, operation: operation.name, known: [])
            }
            found.parameter.set(components: value)
        }
        return try run(operation, pictures)
    }

    /// The result of an operation that is made already.
    func run(_ operation: BasicOperation, _ pictures: [TestPicture]) throws -> TestPicture {
        let inputs = try pictures.map { picture in
            let input = PixelInput(device: device)
            try input.setPicture(picture.bytes, width: picture.width, height: picture.height)
            return input
        }
        for input in inputs { input --> operation }
        let result = try context.picture(of: operation)
        operation.removeSources()
        return TestPicture(width: result.width, height: result.height, bytes: result.bytes)
    }

    /// A picture as a source.
    func source(_ picture: TestPicture) throws -> PixelInput {
        let input = PixelInput(device: device)
        try input.setPicture(picture.bytes, width: picture.width, height: picture.height)
        return input
    }

    /// The picture of a source now.
    func picture(of source: any ImageSource) throws -> TestPicture {
        let result = try context.picture(of: source)
        return TestPicture(width: result.width, height: result.height, bytes: result.bytes)
    }

    /// The result of operations in a row.
    func run(_ chain: [BasicOperation], _ picture: TestPicture) throws -> TestPicture {
        let input = PixelInput(device: device)
        try input.setPicture(picture.bytes, width: picture.width, height: picture.height)
        var last: any ImageSource = input
        for operation in chain { last = last --> operation }
        let result = try context.picture(of: last)
        return TestPicture(width: result.width, height: result.height, bytes: result.bytes)
    }

    /// The result of an operation on a camera's frame.
    func run(_ operation: BasicOperation, _ frame: Frame) throws -> TestPicture {
        let input = FrameInput(context: context)
        try input.setFrame(frame)
        input --> operation
        let result = try context.picture(of: operation)
        operation.removeSources()
        return TestPicture(width: result.width, height: result.height, bytes: result.bytes)
    }

    /// What a blend makes of a base and an overlay.
    func blend(
        _ name: String, _ base: TestPicture, _ overlay: TestPicture, _ settings: [String: [Float]] = [:]
    ) throws -> TestPicture { try run(name, [base, overlay], settings) }
}

extension FilterContext {
    /// Runs the kernels for graphics chips, rounded as ``OtherRoundings`` says, every other one with joined products and sums.
    func roundOtherwise() {
        runner.isCPU = false
        var joins = false
        runner.cache.rewrite = { module in
            joins.toggle()
            return OtherRoundings.module(module, joins: joins)
        }
    }
}
