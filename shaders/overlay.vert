#version 450 core
// Shapes and text in pixels from the top left.

layout(location = 0) in vec2 position;
layout(location = 1) in vec2 coordinate;
layout(location = 2) in vec4 color;

layout(location = 0) uniform vec2 pixels_to_clip; // y points up in clip space: negative

layout(location = 0) out vec2 glyph_coordinate;
layout(location = 1) out vec4 glyph_color;

void main()
{
    glyph_coordinate = coordinate;
    glyph_color = color;
    gl_Position = vec4(position * pixels_to_clip + vec2(-1.0, 1.0), 0.0, 1.0);
}
