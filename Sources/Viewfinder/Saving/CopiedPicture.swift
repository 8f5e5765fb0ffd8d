internal import LinuxIO
internal import PictureFiles
internal import Synchronization
internal import VulkanView
internal import WaylandClient

/// A picture on the clipboard, for other programs as PNG and as a file, each made when one asks for it.
///
/// The file lies in the folder of the user's session, which ends with it: what is copied is not saved.
final class CopiedPicture: Sendable {
    private let picture: OffscreenPicture
    private let folder: String?
    private let file = Mutex<NewFile?>(nil)

    init(_ picture: OffscreenPicture, _ environment: UserEnvironment = UserEnvironment()) {
        self.picture = picture
        folder = (environment.runtimeFolder ?? environment.cacheFolder).map { $0 + "/viewfinder" }
    }

    /// The data for other programs.
    var data: [SharedData] {
        [
            SharedData(kind: "image/png") { (try? self.bytes()) ?? [] },
            .files([self.path].compactMap(\.self)),
        ]
    }

    /// Removes the file, since something else has been copied.
    func forget() { file.withLock { $0?.remove() } }

    private func bytes() throws(ViewfinderError) -> [UInt8] {
        try PNGFile.bytes(for: folder ?? "", PictureFile(picture))
    }

    private var path: String? {
        file.withLock { file in
            if file == nil, let folder {
                file = try? NewFile(in: folder, ending: "png", writing: bytes())
            }
            return file?.path
        }
    }
}
