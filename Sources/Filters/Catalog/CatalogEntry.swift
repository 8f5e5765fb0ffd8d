/// The purpose of an operation.
public enum OperationGroupName: String, Sendable, CaseIterable {
    /// Colours, each pixel for itself.
    case color
    /// Two pictures become one.
    case blend
    /// Sharpness, blur, edges, geometry.
    case processing
    /// Effects.
    case effect
    /// Brightness distribution.
    case histogram
    /// Finding things in pictures.
    case analysis
    /// Pictures of nothing.
    case generator
}

/// A row of the table of operations.
public struct CatalogEntry: Sendable {
    /// The name in kebab case, as on the command line.
    public let name: String
    /// The class's name.
    public let className: String
    /// The name of the same operation in GPUImage; nil where it has none.
    public let gpuImageName: String?
    /// The operation's purpose.
    public let group: OperationGroupName
    /// Makes one with its defaults.
    public let make: @Sendable () -> BasicOperation

    /// Makes a row.
    ///
    /// - Parameters:
    ///   - type: The class.
    ///   - group: What it is for.
    ///   - gpuImageName: Its name in GPUImage, if that is another than the class's; "" for none.
    ///   - make: Makes one.
    init<Operation: BasicOperation>(
        _ type: Operation.Type, _ group: OperationGroupName, gpuImageName: String? = nil,
        make: @escaping @Sendable () -> Operation
    ) {
        className = String(describing: type)
        name = CatalogEntry.kebab(className)
        self.group = group
        self.gpuImageName = gpuImageName == "" ? nil : gpuImageName ?? className
        self.make = { make() }
    }

    /// `GaussianBlur` → `gaussian-blur`, `HSBAdjustment` → `hsb-adjustment`, `Convolution3x3` → `convolution3x3`.
    static func kebab(_ name: String) -> String {
        let letters = Array(name)
        var result = ""
        for (index, letter) in letters.enumerated() {
            let isNewWord =
                letter.isUppercase && index > 0
                && (!letters[index - 1].isUppercase
                    || index + 1 < letters.count && letters[index + 1].isLowercase)
            result += (isNewWord ? "-" : "") + letter.lowercased()
        }
        return result
    }
}
