/// The contents of one file in `protocols/`.
struct Protocol: Equatable {
    var name: String
    var interfaces: [Interface] = []
}

/// One kind of object, with its messages in the order that numbers them.
struct Interface: Equatable {
    var name: String
    var version: Int
    var requests: [Message] = []
    var events: [Message] = []
    var enumerations: [Enumeration] = []
}

/// A request or an event.
struct Message: Equatable {
    var name: String
    var since: Int
    var isDestructor: Bool
    var arguments: [Argument] = []
}

/// One argument of a message.
struct Argument: Equatable {
    enum Kind: String {
        case int, uint, fixed, string, array, fd, object, new
    }

    var name: String
    var kind: Kind
    /// The interface of an object, or the enumeration of a number, as written.
    var reference: String?
    var isNullable = false
}

/// Named numbers.
struct Enumeration: Equatable {
    struct Entry: Equatable {
        var name: String
        var value: UInt32
    }

    var name: String
    var isBitfield: Bool
    /// True when only the entries that we use are listed.
    var isPartial: Bool
    var entries: [Entry] = []
}

extension Message {
    /// The signature as `wl_message` wants it: version, then a letter for each argument.
    var signature: String {
        (since > 1 ? String(since) : "") + arguments.map(\.signature).joined()
    }

    /// The interface of each letter in the signature; nil where the letter is no object of a known kind.
    var signatureInterfaces: [String?] { arguments.flatMap(\.signatureInterfaces) }
}

extension Argument {
    /// True for a request that makes an object of any kind, which sends the interface's name and version before the
    /// number.
    var isAnyNew: Bool { kind == .new && reference == nil }

    fileprivate var signature: String {
        let letter =
            switch kind {
            case .int: "i"
            case .uint: "u"
            case .fixed: "f"
            case .string: "s"
            case .array: "a"
            case .fd: "h"
            case .object: "o"
            case .new: isAnyNew ? "sun" : "n"
            }
        return (isNullable ? "?" : "") + letter
    }

    fileprivate var signatureInterfaces: [String?] {
        if isAnyNew { return [nil, nil, nil] }
        return [kind == .object || kind == .new ? reference : nil]
    }
}
