internal import CLinux
internal import Glibc

/// The shared libraries of this process.
public enum LoadedLibraries {
    /// The paths of the libraries that are loaded, in order, without links, so that many of their names tell their versions.
    public static var files: [String] {
        Set(loaded.map { SystemFile.real($0.path) }).sorted()
    }

    /// The identities of builds by the paths of the libraries that are loaded, without links.
    ///
    /// Such an identity is the linker's number of exactly these bytes in hexadecimal digits (`NT_GNU_BUILD_ID`), by which distributions find
    /// a version. Libraries that have none are missing.
    public static var builds: [String: String] {
        let known = loaded.compactMap { library in library.build.map { (SystemFile.real(library.path), $0) } }
        return Dictionary(known) { first, _ in first }
    }

    /// Keeps the libraries that something loads in memory until the process ends (`RTLD_NODELETE`).
    ///
    /// Vulkan's loader closes drivers with its last instance. A thread, of theirs or of ours, that has just let another one go on may then not
    /// be out of them yet: it would return into memory that is gone.
    ///
    /// - Parameter load: Loads them.
    /// - Returns: The value of `load`.
    package static func kept<Result>(_ load: () -> Result) -> Result {
        let before = Set(loaded.map(\.path))
        let result = load()
        for path in loaded.map(\.path) where !before.contains(path) {
            unsafe _ = dlopen(path, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE)
        }
        return result
    }

    private struct Library {
        var path: String
        var build: String?
    }

    /// All libraries that are loaded (`dl_iterate_phdr`).
    private static var loaded: [Library] {
        var loaded: [Library] = []
        unsafe withUnsafeMutablePointer(to: &loaded) { loaded in
            unsafe _ = dl_iterate_phdr(
                { library, _, loaded in
                    guard let library = unsafe library?.pointee, let name = unsafe library.name,
                        unsafe name[0] != 0
                    else { return 0 }
                    let found = unsafe Library(
                        path: String(cString: name), build: LoadedLibraries.build(of: library))
                    unsafe loaded?.assumingMemoryBound(to: [Library].self).pointee.append(found)
                    return 0
                }, loaded)
        }
        return loaded
    }

    /// Looks for a build's identity among the notes of a library (System V ABI, "Note Section").
    private static func build(of library: loaded_library) -> String? {
        let headers = unsafe UnsafeBufferPointer(start: library.headers, count: Int(library.header_count))
        for index in 0..<headers.count {
            let header = unsafe headers[index]
            guard header.p_type == PT_NOTE else { continue }
            let place = unsafe UInt(library.address) &+ UInt(header.p_vaddr)
            let notes = unsafe UnsafeRawBufferPointer(
                start: UnsafeRawPointer(bitPattern: place), count: Int(header.p_memsz))
            if let build = unsafe build(in: notes, alignment: header.p_align == 8 ? 8 : 4) { return build }
        }
        return nil
    }

    /// Looks for a build's identity among notes.
    static func build(in notes: UnsafeRawBufferPointer, alignment: Int) -> String? {
        let header = 12
        func padded(_ count: Int) -> Int { (count + alignment - 1) / alignment * alignment }
        var place = 0
        while place + header <= notes.count {
            let words = (0..<3).map {
                unsafe Int(notes.loadUnaligned(fromByteOffset: place + 4 * $0, as: UInt32.self))
            }
            let name = place + header
            let value = place + padded(header + words[0])
            guard value + words[1] <= notes.count else { return nil }
            if words[2] == buildNote, unsafe notes[name..<name + words[0]].elementsEqual("GNU\0".utf8) {
                return unsafe notes[value..<value + words[1]].map { byte in
                    (byte < 16 ? "0" : "") + String(byte, radix: 16)
                }.joined()
            }
            place = value + padded(words[1])
        }
        return nil
    }

    /// The number of notes with the identity of a build (`NT_GNU_BUILD_ID`).
    private static let buildNote = 3
}
