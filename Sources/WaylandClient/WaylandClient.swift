// WaylandClient
