#version 450 core
// One triangle that covers the whole target, computed from vertex indices alone.

layout(location = 0) out vec2 coordinate; // 0..1 over the target

void main()
{
    coordinate = vec2(gl_VertexID == 1 ? 2.0 : 0.0, gl_VertexID == 2 ? 2.0 : 0.0);
    gl_Position = vec4(coordinate * 2.0 - 1.0, 0.0, 1.0);
}
