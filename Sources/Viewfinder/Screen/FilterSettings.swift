internal import Filters
internal import Overlay

/// The parameters of a filter as sliders and switches, with the bounds and defaults that the library gives.
enum FilterSettings {
    /// Describes the parameters that a person can set: truths and numbers with bounds, at most four of them; a curve's points hang together.
    ///
    /// - Parameters:
    ///   - operation: The filter.
    ///   - prefix: The beginning of the elements' names, which goes on with the number's place, `=` and the parameter's name.
    /// - Returns: The elements; none for a filter without such parameters.
    static func elements(of operation: BasicOperation, prefix: String) -> [Element] {
        operation.parameters.flatMap { name, parameter -> [Element] in
            let title = ScreenWords.parameter(name)
            let numbers = parameter.components
            if parameter is Parameter<Bool> {
                return [.toggle("\(prefix)0=\(name)", title, isOn: numbers.first == 1)]
            }
            guard !(parameter is Parameter<ControlPoints>), let range = parameter.range,
                range.upperBound > range.lowerBound,
                (1...4).contains(numbers.count), numbers.count == parameter.initialComponents.count
            else { return [] }
            return numbers.indices.map { place in
                let part = part(place, of: parameter).map { ": \($0)" } ?? ""
                return .slider("\(prefix)\(place)=\(name)", title + part, slider(parameter, place, in: range))
            }
        }
    }

    private static func slider(
        _ parameter: AnyParameter, _ place: Int, in range: ClosedRange<Float>
    ) -> SliderValue {
        let (low, high) = (decimal(range.lowerBound), decimal(range.upperBound))
        let (value, start) = (
            decimal(parameter.components[place]), decimal(parameter.initialComponents[place])
        )
        func slider(_ step: Double) -> SliderValue {
            SliderValue(
                value, in: low...high, step: step, isLogarithmic: low > 0 && high / low >= 1000,
                defaultValue: start, unit: unit(parameter.unit))
        }
        if parameter is Parameter<Int> { return slider(1) }
        if let channels = parameter as? Parameter<HistogramChannels> {
            var slider = slider(1)
            slider.words = ScreenWords.channels(channels.wrappedValue)
            return slider
        }
        var step = 1000.0
        while step > (high - low) / 100 * 1.0001, step > 0.0001 { step /= 10 }
        // A number between the steps, which the default or the command line may be, keeps its place.
        let steps = [step, step / 10]
        return steps.map(slider).first {
            abs($0.value - value) + abs($0.nearest(start) - start) < step * 1e-4
        }
            ?? slider(0)
    }

    /// The name of a number among those of a parameter; nil where it is the only one.
    private static func part(_ place: Int, of parameter: AnyParameter) -> String? {
        switch parameter {
        case is Parameter<Color>:
            [ScreenWords.red, ScreenWords.green, ScreenWords.blue, ScreenWords.opacity][place]
        case is Parameter<Position>, is Parameter<Size2D>: [ScreenWords.across, ScreenWords.down][place]
        default: parameter.components.count > 1 ? "\(place + 1)" : nil
        }
    }

    private static func unit(_ unit: ParameterUnit) -> String {
        switch unit {
        case .none, .fraction, .frames: ""
        case .pixels: " px"
        case .degrees: "°"
        case .kelvin: " K"
        case .stops: " EV"
        case .seconds: " s"
        }
    }

    /// Finds the number that a person would write: 0.1, not 0.10000000149.
    private static func decimal(_ number: Float) -> Double { FilterDescription.Value.decimal(number) }
}
