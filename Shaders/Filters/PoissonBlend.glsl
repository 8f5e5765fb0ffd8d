// One damped Jacobi step: the mean of the neighbours plus the overlay's rise.
vec4 poissonBlend(ivec2 at, PoissonBlend p) {
    const ivec2 right = ivec2(1, 0);
    const ivec2 down = ivec2(0, 1);
    vec4 current = pixel0(at);
    vec4 rise = pixel1(at);
    vec3 mean = (pixel0(at - right) + pixel0(at + right) + pixel0(at - down) + pixel0(at + down)).rgb / 4.0;
    return vec4(mix(current.rgb, mean + rise.rgb, rise.a * clamp(p.mix, 0.0, 1.0)), current.a);
}
