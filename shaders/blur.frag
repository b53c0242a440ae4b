#version 450 core
// One direction of a Gaussian with a standard deviation of four pixels; pairs of weights share one filtered read.

layout(binding = 0) uniform sampler2D glow;

layout(location = 0) uniform vec2 pixel; // along the direction

layout(location = 0) in vec2 coordinate;

layout(location = 0) out vec4 color;

// exp(-d² / 32) at d = 0, 1 … 10, normalized; d = 2k - 1 and 2k are merged at the position of their filtered read.
const float kCenter = 0.1006;
const float kWeight[5] = float[](0.1863, 0.1369, 0.0787, 0.0354, 0.0124);
const float kPlace[5] = float[](1.4766, 3.4455, 5.4149, 7.3849, 9.3558);

void main()
{
    vec4 sum = kCenter * texture(glow, coordinate);
    for (int i = 0; i < 5; ++i)
        sum += kWeight[i] * (texture(glow, coordinate + kPlace[i] * pixel) + texture(glow, coordinate - kPlace[i] * pixel));
    color = sum;
}
