#version 450 core
// An element is colored by its value; NaN and infinity are highlighted.

layout(binding = 0) uniform sampler2D matrix;

layout(location = 2) uniform float lowest;
layout(location = 3) uniform float highest;
layout(location = 4) uniform vec3 no_number;
layout(location = 5) uniform vec3 ramp[4]; // low to high

layout(location = 0) in vec2 coordinate;

layout(location = 0) out vec4 color;

void main()
{
    float value = texture(matrix, coordinate).r;
    if (isnan(value) || isinf(value)) {
        color = vec4(no_number, 1.0);
        return;
    }
    float place = clamp((value - lowest) / (highest - lowest), 0.0, 1.0) * 3.0;
    int below = min(int(place), 2);
    color = vec4(mix(ramp[below], ramp[below + 1], place - float(below)), 1.0);
}
