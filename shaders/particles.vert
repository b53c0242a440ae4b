#version 450 core
// A body is a point sprite. In 3-D it is drawn in perspective: near bodies are larger and brighter.

layout(location = 0) in float x;
layout(location = 1) in float y;
layout(location = 2) in float vx;
layout(location = 3) in float vy;
layout(location = 4) in float z; // 0 in the plane
layout(location = 5) in float vz;

layout(location = 0) uniform vec2 world_to_clip;
layout(location = 1) uniform vec2 origin; // of the world, in clip space
layout(location = 2) uniform float speed_to_ramp;
layout(location = 3) uniform float diameter; // in pixels
layout(location = 4) uniform float intensity;
layout(location = 5) uniform vec3 ramp[4]; // slow to fast
layout(location = 9) uniform vec3 axes[3]; // axes of the picture in world coordinates: right, up, toward the eye
layout(location = 12) uniform float nearness; // 1 / distance of the eye; 0: no perspective
layout(location = 13) uniform int coloring; // 0: by speed, 1: by block, 2: by thread
layout(location = 14) uniform int threads; // of a block
layout(location = 15) uniform int bodies_of_block;
layout(location = 16) uniform int recorded; // block; -1: none
layout(location = 17) uniform int every; // number of bodies per drawn body
layout(location = 18) uniform vec3 palette[6];

layout(location = 0) flat out vec3 light;

vec3 by_speed()
{
    float place = clamp(length(vec3(vx, vy, vz)) * speed_to_ramp, 0.0, 1.0) * 3.0;
    int below = min(int(place), 2);
    return mix(ramp[below], ramp[below + 1], place - float(below));
}

// The recorded block is bright, the others are dimmed.
vec3 by_worker(int body)
{
    int block = body / bodies_of_block;
    int thread = body % threads;
    float part = recorded < 0 ? 1.0 : block == recorded ? 1.5 : 0.55;
    if (coloring == 1)
        return part * palette[block % 6];
    return part * palette[thread / 32 % 6] * mix(0.35, 1.15, float(thread % 32) / 31.0);
}

void main()
{
    vec3 place = vec3(x, y, z);
    float depth = clamp(1.0 - dot(axes[2], place) * nearness, 0.25, 4.0); // 1 in the middle of the world
    light = (coloring == 0 ? by_speed() : by_worker(gl_VertexID * every)) * intensity / (depth * depth);
    gl_PointSize = max(1.5, diameter / depth);
    vec2 flat_place = vec2(dot(axes[0], place), dot(axes[1], place));
    gl_Position = vec4(flat_place * world_to_clip + origin * depth, 0.0, depth);
}
