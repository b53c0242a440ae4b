#version 450 core
// Averages four by four pixels of the light for the glow.

layout(binding = 0) uniform sampler2D light;

layout(location = 0) in vec2 coordinate;

layout(location = 0) out vec4 color;

void main()
{
    vec2 pixel = 1.0 / vec2(textureSize(light, 0));
    color = 0.25
        * (texture(light, coordinate + pixel * vec2(-1.0, -1.0)) + texture(light, coordinate + pixel * vec2(1.0, -1.0))
            + texture(light, coordinate + pixel * vec2(-1.0, 1.0)) + texture(light, coordinate + pixel * vec2(1.0, 1.0)));
}
