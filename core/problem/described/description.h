// A problem that a lesson describes in its lesson.toml: buffers, launches, what a result must be. Names are resolved and types
// known; what depends on parameters is an expression of them.
#pragma once

#include "core/problem/expressions/expression.h"
#include "core/problem/parameter.h"
#include "core/problem/plan.h"
#include "core/ptx/type.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace warpstage::problem {

struct DescribedBuffer {
    std::string name;
    ptx::Type type = ptx::Type::f32;
    Expression count; // elements
    std::string contents = "zero"; // see buffer_contents.h
    Place place = Place::device;
    std::uint32_t line = 0; // of the file
};

struct DescribedScalar {
    ptx::Type type = ptx::Type::s32;
    Expression value;
};

// A texture that reads a buffer: see texture_spec.h.
struct DescribedTexture {
    std::string kind; // "tex2d,nearest"
    std::string texel; // "f32"
    std::string extent; // "n,n"
    BufferIndex buffer = 0;
};

using DescribedArgument = std::variant<BufferIndex, DescribedTexture, DescribedScalar>;

// The launch again and again: `name` begins with `from` and becomes `next` as long as `condition` holds.
struct DescribedRepeat {
    std::string name; // "stride"
    Expression from;
    Expression condition;
    Expression next;
};

// Instead of a kernel: bytes from a buffer to another one, of which one lies on the host.
struct DescribedCopy {
    BufferIndex from = 0;
    BufferIndex to = 0;
    std::optional<Expression> offset; // bytes, in both; else 0
    std::optional<Expression> bytes; // else all of the smaller buffer
};

struct DescribedLaunch {
    std::optional<DescribedCopy> copy; // then `kernel` is its label, and there are no shape and no arguments
    std::string kernel; // display name; "reduce<{block}>" takes the choice of a parameter
    std::vector<Expression> grid; // 1 to 3
    std::vector<Expression> block; // 1 to 3
    std::optional<Expression> shared; // bytes of dynamic shared memory
    std::vector<DescribedArgument> arguments;
    std::optional<DescribedRepeat> repeat;
    std::optional<Expression> stream; // else 0
    bool recorded = false; // the launch worth showing; else the first
    std::uint32_t line = 0;
};

// What the elements of a buffer must be after a step: one of three.
struct DescribedCheck {
    BufferIndex result = 0;
    std::optional<Expression> expected; // of `i` and of what the buffers held before
    std::vector<DescribedLaunch> reference; // on copies of the buffers, by the same machine
    std::string variant; // likewise: another variant's launches
    std::optional<Expression> count; // of the elements that are compared, from the first; else all
    double absolute = 0.0; // a deviation d is allowed where d <= absolute + relative * |expected|
    double relative = 0.0;
    std::uint32_t line = 0;
};

// What a step needs at the least of something that a GPU has a rate of.
struct DescribedDemand {
    Resource resource = Resource::copied_bytes;
    Expression amount;
    std::uint32_t line = 0;
};

// A buffer of f32, f64 or s32 as an image.
struct DescribedImage {
    BufferIndex buffer = 0;
    Expression rows;
    Expression columns;
    float lowest = 0.0F;
    float highest = 1.0F;
    struct Source {
        BufferIndex buffer = 0;
        Expression rows;
        Expression columns;
    };
    std::vector<Source> sources; // see MatrixScene
    std::uint32_t line = 0;
};

// Buffers of f32 as bodies that move: see ParticleScene.
struct DescribedBodies {
    Expression count;
    BufferIndex x = 0;
    BufferIndex y = 0;
    BufferIndex vx = 0;
    BufferIndex vy = 0;
    std::optional<BufferIndex> z;
    std::optional<BufferIndex> vz;
    float radius = 1.0F;
    float speed = 1.0F;
    std::optional<Expression> bodies_per_thread; // of the recorded launch
    std::uint32_t line = 0;
};

struct DescribedScene {
    // What `scene` may say; by_data: bodies, else the image, else bars.
    enum class Kind : std::uint8_t {
        by_data,
        bars,
        banks,
        traffic,
        matrix,
        sectors,
        particles,
        transfers,
        hazard,
        instructions,
        requests,
        footprint,
        registers,
        latency,
    };

    Kind kind = Kind::by_data;
    std::optional<DescribedImage> image;
    std::optional<DescribedBodies> bodies;
};

struct DescribedVariant {
    std::vector<DescribedLaunch> launches;
    DescribedCheck check;
    Expression work; // of a step, in units of `unit`
    std::string unit; // "operations/s": what work / time is
    std::vector<DescribedDemand> least; // empty: nobody knows
    DescribedScene scene;
    std::uint32_t line = 0;
};

struct Description {
    std::string file; // "01-divergence/lesson.toml": what messages name
    std::vector<Parameter> parameters;
    std::vector<DescribedBuffer> buffers;
    std::map<std::string, DescribedVariant, std::less<>> variants; // by id
};

} // namespace warpstage::problem
