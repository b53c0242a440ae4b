#version 450 core
// A rectangle computed from vertex indices alone; row 0 of the matrix is at the top.

layout(location = 0) uniform vec2 half_size; // in clip space
layout(location = 1) uniform vec2 middle;

layout(location = 0) out vec2 coordinate;

void main()
{
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    coordinate = corner;
    gl_Position = vec4(middle + half_size * vec2(2.0 * corner.x - 1.0, 1.0 - 2.0 * corner.y), 0.0, 1.0);
}
