import Foundation

/// Some frames of a moving picture.
struct Scene: Decodable {
    let width: Int
    let height: Int
    /// Files of raw RGBA, the frame that is shown last.
    let frames: [String]
    /// The file of the second picture of operations that take several.
    let partner: String
    /// The parameters with which some operations are shown, by the names of their classes.
    let settings: [String: [String: [Float]]]

    init(folder: String) throws {
        let data = try Data(contentsOf: URL(filePath: "\(folder)/scene.json"))
        self = try JSONDecoder().decode(Scene.self, from: data)
    }
}
