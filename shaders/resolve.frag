#version 450 core
// Tone mapping: bright places approach white and keep their color instead of being clipped.

layout(binding = 0) uniform sampler2D light;
layout(binding = 1) uniform sampler2D glow;

layout(location = 0) uniform vec3 background;
layout(location = 1) uniform int ink; // 1: the light is subtracted from the light of the paper
layout(location = 2) uniform float glow_part; // 0: none

layout(location = 0) in vec2 coordinate;

layout(location = 0) out vec4 color;

// Interleaved gradient noise (Jimenez, "Next Generation Post Processing in Call of Duty", 2014) of one step of eight bits: prevents
// visible banding of the dim edges on a projector.
float noise(vec2 pixel)
{
    return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715)))) - 0.5;
}

void main()
{
    vec3 sum = texelFetch(light, ivec2(gl_FragCoord.xy), 0).rgb;
    if (glow_part > 0.0)
        sum += glow_part * texture(glow, coordinate).rgb;
    // Where many bodies overlap, the brightest channel saturates below white and the others keep their ratio to it: a dense core
    // keeps its color and its structure.
    float brightest = max(sum.r, max(sum.g, sum.b));
    if (brightest > 1.0)
        sum *= (1.0 + (brightest - 1.0) / (1.0 + (brightest - 1.0) / 1.2)) / brightest;
    vec3 left = exp2(-1.75 * sum);
    vec3 shown = ink != 0 ? background * left : 1.0 - (1.0 - background) * left;
    color = vec4(shown + noise(gl_FragCoord.xy) / 255.0, 1.0);
}
