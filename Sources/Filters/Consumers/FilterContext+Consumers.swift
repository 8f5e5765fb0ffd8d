internal import VulkanCore

extension FilterContext {
    /// Computes the pictures of all consumers, in one submission, and hands them over.
    ///
    /// Consumers that need the picture of an operation that passes nothing on (``BasicOperation/preventRelay``) get none.
    ///
    /// - Parameter consumers: Each has a source.
    /// - Throws: The graph's fault, the device's, or the first failure of a consumer, when all have had
    ///   their pictures.
    public func run(_ consumers: [PictureConsumer]) throws {
        // Another thread may set preventRelay between the choice of consumers and the plan: then the choice is made again.
        for _ in 0..<4 {
            do {
                return try runOnce(consumers)
            } catch FilterError.relayPrevented {
                continue
            }
        }
        try runOnce(consumers)
    }

    private func runOnce(_ consumers: [PictureConsumer]) throws {
        var sources: [any ImageSource] = []
        var fed: [PictureConsumer] = []
        var preventing: [BasicOperation] = []
        for consumer in consumers {
            if let fault = consumer.input.currentFault() { throw fault }
            guard consumer.input.current[0] != nil, let source = consumer.source else {
                throw FilterError.missingInput(operation: String(describing: type(of: consumer)), input: 0)
            }
            let found = Topology.preventing(source)
            if found.isEmpty {
                sources.append(source)
                fed.append(consumer)
            }
            for operation in found where !preventing.contains(where: { $0 === operation }) {
                preventing.append(operation)
            }
        }
        try run(fed, of: sources, preventing: preventing)
    }

    /// Computes pictures and hands them over.
    ///
    /// - Parameters:
    ///   - consumers: The consumers that get pictures.
    ///   - sources: Their sources.
    ///   - preventing: Operations that are computed, and whose pictures nobody gets.
    /// - Throws: The graph's fault, the device's, or the first failure of a consumer.
    private func run(
        _ consumers: [PictureConsumer], of sources: [any ImageSource], preventing: [BasicOperation]
    ) throws {
        var failures: [any Error] = []
        var claimed: [(output: DevicePictureOutput, picture: DevicePicture)] = []
        var readers: [PictureConsumer] = []
        let pictures = try pictures(of: sources + preventing) { results, commands in
            var known: [Plan.Place: DevicePicture] = [:]
            return consumers.indices.filter { index in
                guard let output = consumers[index] as? DevicePictureOutput else {
                    readers.append(consumers[index])
                    return true
                }
                do throws(FilterError) {
                    let place = results[index].place
                    // A picture that several want is computed once.
                    if known[place] == nil {
                        known[place] = try output.claim(results[index], on: device, commands)
                    }
                    if let picture = known[place] { claimed.append((output, picture)) }
                } catch {
                    failures.append(error)
                }
                return false
            }
        }
        for (output, picture) in claimed { output.take(picture) }
        for (reader, picture) in zip(readers, pictures) {
            do { try reader.take(picture) } catch { failures.append(error) }
        }
        if let failure = failures.first { throw failure }
    }
}
