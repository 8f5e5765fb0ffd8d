// WaylandClientTests
