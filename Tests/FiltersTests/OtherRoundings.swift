/// A compute module as drivers may round it that take what Vulkan allows them.
///
/// Quotients and unpacked codes are one unit in the last place off what a product with the reciprocal gives. Where nothing
/// forbids it (`NoContraction`), products may join the sum that they are part of, and sums of three may be taken in another
/// order.
struct OtherRoundings {
    private var output: [UInt32] = []
    /// True when products join sums, and sums are taken in another order.
    private let joins: Bool
    private var bound: UInt32 = 0
    /// The types of 32-bit floats and of their vectors, with the numbers of their components.
    private var shapes: [UInt32: Int] = [:]
    private var float: UInt32 = 0
    private var constants: [Constant: UInt32] = [:]
    private var definitions: [UInt32] = []
    private var marks: [UInt32] = []
    /// Results that stay as they are written.
    private var exact: Set<UInt32> = []
    private var products: [UInt32: (a: UInt32, b: UInt32)] = [:]
    private var sums: [UInt32: (a: UInt32, b: UInt32)] = [:]

    private struct Constant: Hashable {
        let type: UInt32
        let bits: UInt32
    }

    private enum Operation: UInt32 {
        case negate = 127, add = 129, subtract = 131, multiply = 133, divide = 136
    }

    /// - Returns: The module that a driver makes of one.
    static func module(_ words: [UInt32], joins: Bool) -> [UInt32] {
        var roundings = OtherRoundings(joins: joins)
        return roundings.rewritten(words)
    }

    private init(joins: Bool) { self.joins = joins }

    private mutating func rewritten(_ words: [UInt32]) -> [UInt32] {
        var instructions: [ArraySlice<UInt32>] = []
        var place = 5
        while place < words.count {
            instructions.append(words[place..<place + Int(words[place] >> 16)])
            place += instructions.last?.count ?? 1
        }
        bound = words[3]
        for instruction in instructions { note(Array(instruction)) }
        let types = instructions.firstIndex { (19...39).contains($0[$0.startIndex] & 0xFFFF) } ?? 0
        let functions = instructions.firstIndex { $0[$0.startIndex] & 0xFFFF == 54 } ?? 0
        for instruction in instructions[functions...] { rewrite(Array(instruction)) }
        return [UInt32](words[..<3]) + [bound, 0] + instructions[..<types].joined() + marks
            + instructions[types..<functions].joined() + definitions + output
    }

    private mutating func note(_ words: [UInt32]) {
        switch words[0] & 0xFFFF {
        case 22 where words[2] == 32: (shapes[words[1]], float) = (1, words[1])
        case 23 where words[2] == float: shapes[words[1]] = Int(words[3])
        case 71 where words[2] == 42: exact.insert(words[1])
        default: break
        }
    }

    private mutating func rewrite(_ words: [UInt32]) {
        let (code, count) = (words[0] & 0xFFFF, words.count)
        guard count >= 5, let width = shapes[words[1]] else {
            output += words
            return
        }
        let (type, result, a, b) = (words[1], words[2], words[3], words[4])
        switch code {
        case 12 where b == 64:  // unpackUnorm4x8
            let fresh = next()
            output += [words[0], type, fresh] + words[3...]
            moved(type, result, fresh)
        case Operation.divide.rawValue:
            let reciprocal = make(.divide, type, constant(type, 1), b)
            moved(type, result, make(.multiply, type, a, reciprocal))
        case Operation.multiply.rawValue:
            if !exact.contains(result) { products[result] = (a, b) }
            output += words
        case 142:  // A vector times a number.
            output += words
            guard !exact.contains(result) else { return }
            let spread = next()
            output += [UInt32(3 + width) << 16 | 80, type, spread] + [UInt32](repeating: b, count: width)
            products[result] = (a, spread)
        case Operation.add.rawValue, Operation.subtract.rawValue:
            sum(words, isAdded: code == Operation.add.rawValue)
        default: output += words
        }
    }

    private mutating func sum(_ words: [UInt32], isAdded: Bool) {
        let (type, result, a, b) = (words[1], words[2], words[3], words[4])
        guard !exact.contains(result), joins else {
            output += words
            return
        }
        if isAdded { sums[result] = (a, b) }
        if let product = products[a] {
            joined(type, result, product, isAdded ? b : make(.negate, type, b))
        } else if let product = products[b] {
            let first = isAdded ? product.a : make(.negate, type, product.a)
            joined(type, result, (first, product.b), a)
        } else if isAdded, let inner = sums[a] {
            make(.add, type, inner.a, make(.add, type, inner.b, b), as: result)
        } else {
            output += words
        }
    }

    /// A unit in the last place more.
    private mutating func moved(_ type: UInt32, _ result: UInt32, _ value: UInt32) {
        make(.add, type, value, make(.multiply, type, value, constant(type, 0x1p-24)), as: result)
    }

    /// Multiplies, adds and rounds once: the errors of both are added at the end, as Dekker did in 1971.
    private mutating func joined(
        _ type: UInt32, _ result: UInt32, _ product: (a: UInt32, b: UInt32), _ c: UInt32
    ) {
        let (a, b) = (halves(type, product.a), halves(type, product.b))
        let whole = make(.multiply, type, product.a, product.b)
        var error = make(.subtract, type, make(.multiply, type, a.high, b.high), whole)
        for (x, y) in [(a.high, b.low), (a.low, b.high), (a.low, b.low)] {
            error = make(.add, type, error, make(.multiply, type, x, y))
        }
        let sum = make(.add, type, whole, c)
        let added = make(.subtract, type, sum, whole)
        let left = make(.subtract, type, whole, make(.subtract, type, sum, added))
        let rest = make(.add, type, left, make(.subtract, type, c, added))
        make(.add, type, sum, make(.add, type, rest, error), as: result)
    }

    private mutating func halves(_ type: UInt32, _ value: UInt32) -> (high: UInt32, low: UInt32) {
        let scaled = make(.multiply, type, value, constant(type, 4097))
        let high = make(.subtract, type, scaled, make(.subtract, type, scaled, value))
        return (high, make(.subtract, type, value, high))
    }

    @discardableResult
    private mutating func make(
        _ operation: Operation, _ type: UInt32, _ a: UInt32, _ b: UInt32? = nil, as result: UInt32? = nil
    ) -> UInt32 {
        let id = result ?? next()
        let operands = b.map { [a, $0] } ?? [a]
        output += [UInt32(3 + operands.count) << 16 | operation.rawValue, type, id] + operands
        if exact.insert(id).inserted { marks += [3 << 16 | 71, id, 42] }
        return id
    }

    private mutating func constant(_ type: UInt32, _ value: Float) -> UInt32 {
        if let known = constants[Constant(type: type, bits: value.bitPattern)] { return known }
        let width = shapes[type] ?? 1
        var id = bound
        if width == 1 {
            bound += 1
            definitions += [4 << 16 | 43, type, id, value.bitPattern]
        } else {
            let part = constant(float, value)
            id = next()
            definitions += [UInt32(3 + width) << 16 | 44, type, id] + [UInt32](repeating: part, count: width)
        }
        constants[Constant(type: type, bits: value.bitPattern)] = id
        return id
    }

    private mutating func next() -> UInt32 {
        bound += 1
        return bound - 1
    }
}
