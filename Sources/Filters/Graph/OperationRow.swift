/// Operations in a row between a source and a consumer, as they stand before a view.
///
/// An operation stands in one row at a time: rows belong to views with threads and devices of their own, and none takes an
/// operation from another. Confined to one thread.
final class OperationRow {
    private let source: any ImageSource
    private let end: any ImageConsumer
    // Guarded by Topology.
    private var operations: [any ImageOperation] = []
    /// The further inputs that the row has given the source's picture.
    private var filled: [(operation: any ImageOperation, place: Int)] = []

    /// Makes an empty row, which leads from the source to the end.
    init(from source: any ImageSource, to end: any ImageConsumer) {
        (self.source, self.end) = (source, end)
        Topology.locked { link(source, end, 0) }
    }

    /// Puts operations in the place of those before, in one step.
    ///
    /// - Parameter wanted: The operations in their order; a group is one.
    /// - Throws: A misuse; the end has then no source.
    func set(_ wanted: [any ImageOperation]) throws(FilterError) {
        try Topology.change {
            leave()
            let fault = join(wanted)
            if fault != nil { leave() }
            return fault
        }
    }

    /// Lets go of the operations, whoever keeps them.
    func letGo() { Topology.locked { leave() } }

    private func join(_ wanted: [any ImageOperation]) -> FilterError? {
        var last = source
        for operation in wanted {
            let port = operation.input
            if port.row === self { return .feedsItself(operation: operation.title) }
            if port.row != nil { return .standsElsewhere(operation: operation.title) }
            if let first = port.sources.first, first != nil {
                return .inputsTaken(operation: operation.title, count: port.sources.count)
            }
            if !port.sources.isEmpty, Topology.needs(last, port) {
                return .feedsItself(operation: operation.title)
            }
            port.row = self
            operations.append(operation)
            for place in port.sources.indices where port.sources[place] == nil {
                link(place == 0 ? last : source, operation, place)
                if place > 0 { filled.append((operation, place)) }
            }
            last = operation
        }
        link(last, end, 0)
        return nil
    }

    private func leave() {
        for operation in operations {
            operation.input.row = nil
            // Whatever was put in before it goes, too.
            if !operation.input.sources.isEmpty { operation.unlink(0) }
        }
        for (operation, place) in filled
        where operation.input.sources.indices.contains(place) && operation.input.sources[place] === source {
            operation.unlink(place)
        }
        end.unlink(0)
        operations.removeAll()
        filled.removeAll()
    }

    private func link(_ source: any ImageSource, _ consumer: any ImageConsumer, _ place: Int) {
        consumer.input.sources[place] = source
        source.output.targets.append(OutputPort.Target(consumer: consumer, index: place))
    }
}
