import FilterReferences
import Filters
import Foundation
import VulkanCore

/// A painter that runs operations on the scene.
@safe final class Easel {
    private let device: VulkanDevice
    private let context: FilterContext
    private let scene: Scene
    private let folder: String
    private let frames: [[UInt8]]
    private let partner: [UInt8]

    init(device: VulkanDevice, scene: Scene, folder: String) throws {
        (self.device, self.scene, self.folder) = (device, scene, folder)
        context = try FilterContext(device: device)
        frames = try scene.frames.map { try [UInt8](Data(contentsOf: URL(filePath: "\(folder)/\($0)"))) }
        partner = try [UInt8](Data(contentsOf: URL(filePath: "\(folder)/\(scene.partner)")))
    }

    /// Writes an operation's picture: as the scene says, else with its defaults, else with the first of its references'
    /// settings that changes something.
    ///
    /// - Parameters:
    ///   - entry: The operation.
    ///   - cases: Its references.
    /// - Returns: The place of the picture, and the settings with which it was made.
    /// - Throws: The fault of the operation or the folder.
    func paint(_ entry: CatalogEntry, cases: [ReferenceManifest.Case]) throws -> GalleryItem.Picture {
        var settings: [(parameters: [String: [Float]], file: String?)] = [
            (scene.settings[entry.className] ?? [:], nil)
        ]
        for reference in cases { settings.append((reference.parameters, reference.file)) }
        var result: PixelData?
        var used = settings[0]
        for setting in settings {
            guard let picture = try? picture(entry, setting.parameters, setting.file) else { continue }
            (result, used) = (picture, setting)
            if picture.bytes != frames.last { break }
        }
        guard let result else { throw FilterError.badShader(entry.className, reason: "it shows nothing") }
        let file = "\(entry.className).rgba"
        try Data(result.bytes).write(to: URL(filePath: "\(folder)/\(file)"))
        return GalleryItem.Picture(
            file: file, width: result.width, height: result.height, settings: used.parameters)
    }

    private func picture(
        _ entry: CatalogEntry, _ parameters: [String: [Float]], _ file: String?
    ) throws -> PixelData {
        let operation = entry.make()
        if let file, let loading = operation as? any FileOperation {
            try loading.load(fileAt: "\(folder)/\(file)")
        }
        for (name, parameter) in operation.parameters {
            if let value = parameters[name] { parameter.set(components: value) }
        }
        let inputs = (0..<operation.input.maximum).map { _ in PixelInput(device: device) }
        for (index, input) in inputs.enumerated() {
            input --> operation
            if index > 0 { try input.setPicture(partner, width: scene.width, height: scene.height) }
        }
        guard let first = inputs.first else { return try context.picture(of: operation) }
        var result: PixelData?
        for frame in frames {
            try first.setPicture(frame, width: scene.width, height: scene.height)
            result = try context.picture(of: operation)
        }
        guard let result else { throw FilterError.missingInput(operation: entry.name, input: 0) }
        return result
    }
}
