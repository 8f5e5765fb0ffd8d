package import Filters
import FoundationEssentials
import Glibc
package import VulkanCore

/// The expectations of the references, as Tests/References/framework.py has written them.
package struct ReferenceManifest: Decodable {
    package struct Picture: Decodable {
        package let file: String
        package let width: Int
        package let height: Int
    }

    package struct Tolerance: Decodable {
        package let codes: Int?
        package let share: Double?
        package let psnr: Double?
    }

    package struct Case: Decodable, CustomStringConvertible {
        package let operation: String
        package let parameters: [String: [Float]]
        /// The file that the operation loads.
        package let file: String?
        package let inputs: [String]
        package let inputCount: Int
        package let frames: Int
        package let output: String
        package let width: Int
        package let height: Int
        package let tolerance: Tolerance

        package var description: String { "\(operation) \(parameters) on \(inputs.joined(separator: ", "))" }
    }

    package let pictures: [String: Picture]
    package let cases: [Case]

    /// Reads a folder's manifest.
    package init(folder: String) throws {
        let data = try Data(contentsOf: URL(filePath: "\(folder)/manifest.json"))
        self = try JSONDecoder().decode(ReferenceManifest.self, from: data)
    }
}

/// The distance of a result from the expected one.
package struct ReferenceError: CustomStringConvertible {
    /// The largest difference of a sample in codes of 255.
    package var worst = 0
    /// The share of samples that differ by more than the tolerance's codes.
    package var share = 0.0
    /// The ratio of peak to mean error in dB; infinite where all is equal.
    package var psnr = Double.infinity
    /// The reason why there is no result at all.
    package var failure: String?
    package var isWithin = false

    package var description: String {
        if let failure { return failure }
        let decibels = psnr.isFinite ? "\((psnr * 10).rounded() / 10) dB" : "equal"
        return "worst \(worst) codes, \(decibels), share \((share * 10000).rounded() / 100) %"
    }
}

/// A runner of references through the engine.
package final class ReferenceRunner {
    private let folder: String
    private let manifest: ReferenceManifest
    private let device: VulkanDevice
    private let isFused: Bool
    private let isCPU: Bool?
    private var context: FilterContext
    private var pictures: [String: [UInt8]] = [:]

    package init(folder: String, device: VulkanDevice, isFused: Bool = true, isCPU: Bool? = nil) throws {
        self.folder = folder
        self.device = device
        self.isFused = isFused
        self.isCPU = isCPU
        manifest = try ReferenceManifest(folder: folder)
        VectorChoice.make()
        context = try Self.makeContext(device, isFused, isCPU)
    }

    private static func makeContext(
        _ device: VulkanDevice, _ isFused: Bool, _ isCPU: Bool?
    ) throws -> FilterContext {
        let context = try FilterContext(device: device, isFused: isFused)
        if let isCPU { context.runner.isCPU = isCPU }
        return context
    }

    /// Releases the kernels of all cases that ran: no operation needs another's.
    package func forgetKernels() throws { context = try Self.makeContext(device, isFused, isCPU) }

    /// Finds the cases of an operation, or all.
    package func cases(of operation: String?) -> [ReferenceManifest.Case] {
        manifest.cases.filter { operation == nil || $0.operation == operation }
    }

    /// The kernels of the last case.
    package var kernelTexts: [String] { context.runner.kernelTexts }

    /// Runs a case.
    package func run(_ reference: ReferenceManifest.Case) -> ReferenceError {
        do {
            let result = try picture(of: reference)
            let expected = try [UInt8](Data(contentsOf: URL(filePath: "\(folder)/\(reference.output)")))
            guard result.width == reference.width, result.height == reference.height else {
                return ReferenceError(
                    failure:
                        "\(result.width)×\(result.height) instead of \(reference.width)×\(reference.height)")
            }
            return Self.compare(result.bytes, expected, reference.tolerance)
        } catch {
            return ReferenceError(failure: "\(error)")
        }
    }

    /// Makes the engine's picture of a case.
    package func picture(of reference: ReferenceManifest.Case) throws -> PixelData {
        let entry = try Catalog.entry(named: reference.operation)
        let operation = entry.make()
        for (name, value) in reference.parameters {
            guard let parameter = operation.parameters.first(where: { $0.name == name }) else {
                throw FilterError.unknownParameter(
                    name, operation: entry.name, known: operation.parameters.map(\.name))
            }
            parameter.parameter.set(components: value)
        }
        if let file = reference.file {
            guard let loading = operation as? any FileOperation else {
                throw FilterError.badFile(file, reason: "is for an operation that loads no files")
            }
            try loading.load(fileAt: "\(folder)/\(file)")
        }
        let inputs = (0..<reference.inputCount).map { _ in PixelInput(device: device) }
        for input in inputs { input --> operation }
        var result: PixelData?
        for frame in 0..<reference.frames {
            for (index, input) in inputs.enumerated() {
                try fill(input, reference.inputs[frame * reference.inputCount + index])
            }
            result = try context.picture(of: operation)
        }
        guard let result else { throw FilterError.missingInput(operation: entry.name, input: 0) }
        return result
    }

    private func fill(_ input: PixelInput, _ name: String) throws {
        guard let picture = manifest.pictures[name] else { return }
        let bytes =
            try pictures[name] ?? [UInt8](Data(contentsOf: URL(filePath: "\(folder)/\(picture.file)")))
        pictures[name] = bytes
        try input.setPicture(bytes, width: picture.width, height: picture.height)
    }

    /// Compares two pictures.
    package static func compare(
        _ found: [UInt8], _ expected: [UInt8], _ tolerance: ReferenceManifest.Tolerance
    ) -> ReferenceError {
        var error = ReferenceError()
        guard found.count == expected.count else {
            return ReferenceError(failure: "\(found.count) bytes instead of \(expected.count)")
        }
        let differences = Differences(found, expected)
        error.worst = differences.worst
        error.share = Double(differences.count(above: tolerance.codes ?? 255)) / Double(max(1, found.count))
        let squares = differences.squares
        if squares > 0 { error.psnr = 10 * log10(255 * 255 * Double(found.count) / squares) }
        if let codes = tolerance.codes {
            error.isWithin = error.worst <= codes || error.share <= tolerance.share ?? 0
        } else {
            error.isWithin = error.psnr >= tolerance.psnr ?? 45
        }
        return error
    }
}
