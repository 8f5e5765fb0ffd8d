#include "KuwaharaSquare.glsli"

void kuwaharaSquares(KuwaharaSquares p) {
    ivec2 corner = ivec2(gl_GlobalInvocationID.xy) - RADIUS;
    if (any(greaterThanEqual(corner, outputSize))) return;
    // Whole numbers: squares that vary equally must be equal.
    uvec3 codes = uvec3(0);
    uvec3 squares = uvec3(0);
    for (int y = 0; y <= RADIUS; y++) {
        for (int x = 0; x <= RADIUS; x++) {
            uvec3 code = uvec3(pixel0(corner + ivec2(x, y)).rgb * 255.0 + 0.5);
            codes += code;
            squares += code * code;
        }
    }
    uvec3 spread = uint(kuwaharaSquareCount) * squares - codes * codes;
    uvec3 mean = uvec3(vec3(codes) * (1023.0 / 255.0 / float(kuwaharaSquareCount)) + 0.5);
    int number = kuwaharaSquareNumber(corner);
    result[number] = spread.r + spread.g + spread.b;
    result[number + 1] = mean.r | mean.g << 10 | mean.b << 20;
}
