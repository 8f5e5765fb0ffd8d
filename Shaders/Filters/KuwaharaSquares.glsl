#include "KuwaharaSquare.glsli"

void kuwaharaSquaresStore(ivec2 corner, uvec3 codes, uvec3 squares) {
    uvec3 spread = uint(kuwaharaSquareCount) * squares - codes * codes;
    uvec3 mean = uvec3(vec3(codes) * (1023.0 / 255.0 / float(kuwaharaSquareCount)) + 0.5);
    int number = kuwaharaSquareNumber(corner);
    result[number] = spread.r + spread.g + spread.b;
    result[number + 1] = mean.r | mean.g << 10 | mean.b << 20;
}

// Four squares side by side, which share most of their columns. Whole numbers: squares that vary equally must be equal.
void kuwaharaSquares(KuwaharaSquares p) {
    ivec2 corner = ivec2(gl_GlobalInvocationID.xy) * ivec2(4, 1) - RADIUS;
    if (any(greaterThanEqual(corner, outputSize))) return;
    uvec3 columnCodes[RADIUS + 4];
    uvec3 columnSquares[RADIUS + 4];
    uvec3 codes = uvec3(0);
    uvec3 squares = uvec3(0);
    for (int x = 0; x < RADIUS + 4; x++) {
        columnCodes[x] = uvec3(0);
        columnSquares[x] = uvec3(0);
        for (int y = 0; y <= RADIUS; y++) {
            uvec3 code = uvec3(pixel0(corner + ivec2(x, y)).rgb * 255.0 + 0.5);
            columnCodes[x] += code;
            columnSquares[x] += code * code;
        }
        codes += columnCodes[x];
        squares += columnSquares[x];
        int first = x - RADIUS;
        if (first < 0) continue;
        if (corner.x + first < outputSize.x) kuwaharaSquaresStore(corner + ivec2(first, 0), codes, squares);
        codes -= columnCodes[first];
        squares -= columnSquares[first];
    }
}
