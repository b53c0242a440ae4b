#version 450 core
// The atlas is white with coverage as alpha; shapes without text read its white pixel.

layout(binding = 0) uniform sampler2D atlas;

layout(location = 0) in vec2 glyph_coordinate;
layout(location = 1) in vec4 glyph_color;

layout(location = 0) out vec4 color;

void main()
{
    color = glyph_color * texture(atlas, glyph_coordinate);
}
