internal import CWayland

/// An argument of a request.
enum WireArgument {
    case int(Int32)
    case uint(UInt32)
    case fixed(Double)
    case string(String?)
    case object(ProxyHandle?)
    /// The number of the object that the request makes, filled in by libwayland.
    case new
    /// A descriptor, which libwayland duplicates; the caller keeps its own.
    case fd(Int32)
}

/// Lays arguments out as libwayland reads them, for the time of one call; allocates nothing.
func withCArguments<let count: Int, Result>(
    _ arguments: InlineArray<count, WireArgument>, _ body: (UnsafeMutablePointer<wl_argument>?) -> Result
) -> Result {
    unsafe withUnsafeTemporaryAllocation(of: wl_argument.self, capacity: count) { buffer in
        unsafe fill(buffer, with: arguments, from: 0) { unsafe body(buffer.baseAddress) }
    }
}

private func fill<let count: Int, Result>(
    _ buffer: UnsafeMutableBufferPointer<wl_argument>, with arguments: InlineArray<count, WireArgument>,
    from first: Int, _ body: () -> Result
) -> Result {
    for place in first..<count {
        switch arguments[place] {
        case .int(let value): unsafe buffer[place] = wl_argument(i: value)
        case .uint(let value): unsafe buffer[place] = wl_argument(u: value)
        case .fixed(let value): unsafe buffer[place] = wl_argument(f: Int32((value * 256).rounded()))
        case .object(let handle): unsafe buffer[place] = wl_argument(o: handle?.pointer)
        case .fd(let number): unsafe buffer[place] = wl_argument(h: number)
        case .new, .string(nil): unsafe buffer[place] = wl_argument(o: nil)
        case .string(let text?):
            // The characters live until the innermost call has returned.
            return unsafe text.withCString { characters in
                unsafe buffer[place] = wl_argument(s: characters)
                return unsafe fill(buffer, with: arguments, from: place + 1, body)
            }
        }
    }
    return body()
}
