import Capture
import Filters
import LiveView

let body: ShaderText = """
    vec4 warm(vec4 color, Warm p) {
        return vec4(mix(color.rgb, color.rgb * vec3(1.2, 1.0, 0.6), p.amount), color.a);
    }
    """
let amount = Parameter<Float>(wrappedValue: 0.8, in: 0...1)
let warm = try ShaderOperation(point: body, parameters: ["amount": amount])
let source = try Source(parsing: CommandLine.arguments.dropFirst().first ?? "1")
let window = try LiveWindow(title: "Warm", applicationID: "org.example.Warm")
window.view.setFilters([warm])
window.show(CaptureSession(source))
try window.run()
