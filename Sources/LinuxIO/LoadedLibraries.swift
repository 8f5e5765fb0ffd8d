internal import CLinux
internal import Glibc

/// The shared libraries of this process.
public enum LoadedLibraries {
    /// The paths of the libraries that are loaded, in order, without links, so that their names tell their versions.
    public static var files: [String] {
        Set(paths.map(SystemFile.real)).sorted()
    }

    /// Keeps the libraries that something loads in memory until the process ends (`RTLD_NODELETE`).
    ///
    /// Vulkan's loader closes drivers with its last instance. A thread, of theirs or of ours, that has just let another one go on may then not
    /// be out of them yet: it would return into memory that is gone.
    ///
    /// - Parameter load: Loads them.
    /// - Returns: The value of `load`.
    package static func kept<Result>(_ load: () -> Result) -> Result {
        let before = Set(paths)
        let result = load()
        for path in paths where !before.contains(path) {
            unsafe _ = dlopen(path, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE)
        }
        return result
    }

    /// The paths of all libraries that are loaded (`dl_iterate_phdr`).
    private static var paths: [String] {
        var paths: [String] = []
        unsafe withUnsafeMutablePointer(to: &paths) { paths in
            unsafe _ = dl_iterate_phdr(
                { library, _, paths in
                    guard let name = unsafe library?.pointee.name, unsafe name[0] != 0 else { return 0 }
                    unsafe paths?.assumingMemoryBound(to: [String].self).pointee.append(String(cString: name))
                    return 0
                }, paths)
        }
        return paths
    }
}
