internal import VulkanCore

extension FilterContext {
    /// Computes the pictures of all consumers, in one submission, and hands them over.
    ///
    /// - Parameter consumers: Each has a source.
    /// - Throws: The graph's fault, the device's, or the first failure of a consumer, when all have had
    ///   their pictures.
    public func run(_ consumers: [PictureConsumer]) throws {
        var sources: [any ImageSource] = []
        for consumer in consumers {
            if let fault = consumer.input.currentFault() { throw fault }
            guard let source = consumer.input.current[0] else {
                throw FilterError.missingInput(operation: String(describing: type(of: consumer)), input: 0)
            }
            sources.append(source)
        }
        var failures: [any Error] = []
        var claimed: [(output: DevicePictureOutput, picture: DevicePicture)] = []
        var readers: [PictureConsumer] = []
        let pictures = try pictures(of: sources) { results, commands in
            var known: [Plan.Place: DevicePicture] = [:]
            return results.indices.filter { index in
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
