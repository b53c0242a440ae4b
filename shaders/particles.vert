#version 450 core
// A body is a point sprite, coloured by its speed.

layout(location = 0) in float x;
layout(location = 1) in float y;
layout(location = 2) in float vx;
layout(location = 3) in float vy;

layout(location = 0) uniform vec2 world_to_clip;
layout(location = 1) uniform vec2 origin; // of the world, in clip space
layout(location = 2) uniform float speed_to_ramp;
layout(location = 3) uniform float diameter; // in pixels
layout(location = 4) uniform float intensity;
layout(location = 5) uniform vec3 ramp[4]; // slow to fast

layout(location = 0) flat out vec3 light;

void main()
{
    float place = clamp(length(vec2(vx, vy)) * speed_to_ramp, 0.0, 1.0) * 3.0;
    int below = min(int(place), 2);
    light = mix(ramp[below], ramp[below + 1], place - float(below)) * intensity;
    gl_PointSize = diameter;
    gl_Position = vec4(vec2(x, y) * world_to_clip + origin, 0.0, 1.0);
}
