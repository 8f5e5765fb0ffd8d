import ArgumentParser
import FilterReferences
import Filters
import Foundation
import Logging
import VulkanCore

/// The program that writes the contents of docs/filters.md: for each operation its facts, its distance from its
/// reference, and a picture of its effect.
///
/// `scripts/filter-docs` prepares the folder and makes pages of the output.
@main
struct FilterGallery: ParsableCommand {
    @Argument(help: "A folder with the references' files, scene.json and the scene's frames as raw RGBA.")
    var folder: String
    @Option(help: "Class names, separated by commas; all when left out.")
    var only: String?

    func run() throws {
        let logger = Logger(label: "gallery")
        let instance = try VulkanInstance(
            applicationName: "FilterGallery", windowSystem: false, validation: false, logger: logger)
        let device = try VulkanDevice(instance: instance, logger: logger)
        let scene = try Scene(folder: folder)
        let runner = try ReferenceRunner(folder: folder, device: device)
        let easel = try Easel(device: device, scene: scene, folder: folder)
        let wanted = only.map { Set($0.split(separator: ",").map(String.init)) }
        var items: [GalleryItem] = []
        for entry in Catalog.entries where wanted?.contains(entry.className) ?? true {
            let cases = runner.cases(of: entry.className)
            var item = GalleryItem(entry, cases: cases, errors: cases.map(runner.run))
            item.picture = try easel.paint(entry, cases: cases)
            items.append(item)
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(items).write(to: URL(filePath: "\(folder)/gallery.json"))
        print("\(items.count) operations in \(folder)/gallery.json")
    }
}
