// The file's name is a type of GLSL in lower camel case.
vec4 delayedFrame(vec4 frame, vec4 before, ImageBuffer p) { return p.hasPrevious ? before : frame; }
