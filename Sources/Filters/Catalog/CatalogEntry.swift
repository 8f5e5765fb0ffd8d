/// The group of operations with one purpose.
public enum OperationGroupName: String, Sendable, CaseIterable {
    /// Operations on colours, each pixel for itself.
    case color
    /// Operations that make one picture of two.
    case blend
    /// Operations on sharpness, blur, edges and geometry.
    case processing
    /// Visual effects.
    case effect
    /// Operations on the distribution of brightness.
    case histogram
    /// Operations that find things in pictures.
    case analysis
    /// Operations that make pictures without any input.
    case generator
}

/// A row of the table of operations.
public struct CatalogEntry: Sendable {
    /// The name in kebab case, as on the command line.
    public let name: String
    /// The class's name.
    public let className: String
    /// The name of the operation in GPUImage; nil where it has none.
    public let gpuImageName: String?
    /// The group that it belongs to.
    public let group: OperationGroupName
    /// Makes an operation with its defaults.
    public let make: @Sendable () -> BasicOperation

    /// Makes a row.
    ///
    /// - Parameters:
    ///   - type: The class.
    ///   - group: The group that it belongs to.
    ///   - gpuImageName: Its name in GPUImage, if that is another than the class's; "" for none.
    ///   - make: Makes an operation.
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

    /// Spells a class's name in kebab case: `GaussianBlur` → `gaussian-blur`, `HSBAdjustment` → `hsb-adjustment`,
    /// `Convolution3x3` → `convolution3x3`.
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
