#version 450 core
// A bright core with a soft edge. The polynomial approximates the sum of two Gaussians and is 0 at the edge of the sprite.

layout(location = 0) flat in vec3 light;

layout(location = 0) out vec4 color;

void main()
{
    vec2 from_center = gl_PointCoord * 2.0 - 1.0;
    float inside = max(0.0, 1.0 - dot(from_center, from_center));
    float second = inside * inside;
    float fourth = second * second;
    color = vec4(light * (0.16 * second + 0.84 * fourth * fourth), 0.0);
}
