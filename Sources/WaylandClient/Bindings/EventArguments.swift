internal import CWayland

/// The arguments of an event, readable while it is being heard.
@safe struct EventArguments {
    private let arguments: UnsafeMutablePointer<wl_argument>?

    init(_ arguments: UnsafeMutablePointer<wl_argument>?) { unsafe self.arguments = arguments }

    func int(_ place: Int) -> Int32 { unsafe arguments?[place].i ?? 0 }

    func uint(_ place: Int) -> UInt32 { unsafe arguments?[place].u ?? 0 }

    func fixed(_ place: Int) -> Double { unsafe Double(arguments?[place].f ?? 0) / 256 }

    func string(_ place: Int) -> String? {
        unsafe arguments?[place].s.map { unsafe String(cString: $0) }
    }

    func object(_ place: Int) -> ProxyHandle? { unsafe arguments?[place].o.map { unsafe ProxyHandle($0) } }

    /// Reads a descriptor, which the caller then owns.
    func fd(_ place: Int) -> Int32 { unsafe arguments?[place].h ?? -1 }

    /// Reads an array; every array of the protocols that we speak holds numbers of 32 bits.
    func array(_ place: Int) -> [UInt32] {
        guard let array = unsafe arguments?[place].a, let data = unsafe array.pointee.data else { return [] }
        let bytes = unsafe UnsafeRawBufferPointer(start: data, count: array.pointee.size)
        return unsafe Array(bytes.bindMemory(to: UInt32.self))
    }
}
