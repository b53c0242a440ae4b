// A problem that a lesson describes in its lesson.toml: buffers, launches, expected results. Names are resolved and types are
// known; values that depend on parameters are expressions.
#pragma once

#include "core/problem/expressions/expression.h"
#include "core/problem/parameter.h"
#include "core/problem/plan.h"
#include "core/ptx/type.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
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
    std::optional<std::uint64_t> address {}; // see Buffer
    std::string variable {}; // see Buffer
    std::uint32_t line = 0; // of the file
};

// Contents of buffers, see buffer_contents.h; the path of `file:PATH` is relative to the folder of the lesson.
using DescribedContents = std::map<BufferIndex, std::string>;

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

// A tensor map of a buffer, by which the kernel copies boxes: see tensor_map_spec.h.
struct DescribedTensorMap {
    std::string kind; // "tensormap,box64x128,swizzle128"
    ptx::Type type = ptx::Type::f32;
    std::string extent; // "n,n"
    BufferIndex buffer = 0;
};

// A texture object whose handle is in memory: see StoredTexture.
struct DescribedStoredTexture {
    DescribedTexture texture;
    std::uint64_t offset = 0; // bytes from the start of the buffer
    std::uint64_t pitch = 0; // bytes between rows; 0: no padding
    std::uint32_t line = 0;
};

// A parameter as it lies in memory: a structure, or a value that no expression has.
struct DescribedBytes {
    std::vector<std::byte> bytes;
};

using DescribedArgument = std::variant<BufferIndex, DescribedTexture, DescribedTensorMap, DescribedScalar, DescribedBytes>;

// Repeats the launch: `name` starts at `from` and becomes `next` as long as `condition` holds.
struct DescribedRepeat {
    std::string name; // "stride"
    Expression from;
    Expression condition;
    Expression next;
};

// Instead of a kernel: copies bytes from one buffer to another; one of them is in host memory.
struct DescribedCopy {
    BufferIndex from = 0;
    BufferIndex to = 0;
    std::optional<Expression> offset; // bytes, in both; default: 0
    std::optional<Expression> bytes; // default: all of the smaller buffer
};

struct DescribedLaunch {
    std::optional<DescribedCopy> copy; // then `kernel` is its label, and shape and arguments are empty
    std::string kernel; // display name; in "reduce<{block}>" the value of a parameter is inserted
    std::vector<Expression> grid; // 1 to 3
    std::vector<Expression> block; // 1 to 3
    std::optional<Expression> shared; // bytes of dynamic shared memory
    std::vector<Expression> cluster; // blocks per cluster, 1 to 3; empty: fixed by the kernel
    std::vector<DescribedArgument> arguments;
    std::optional<DescribedRepeat> repeat;
    std::optional<Expression> stream; // default: 0
    bool recorded = false; // the launch to record; default: the first
    std::uint32_t line = 0;
};

// The expected elements of a buffer after a time step, from one of three sources, or those of all buffers, unless they are
// unknown.
struct DescribedCheck {
    BufferIndex result = 0;
    std::optional<Expression> expected; // of `i` and the buffers' content before the step
    std::vector<DescribedLaunch> reference; // on copies of the buffers, on the same device
    std::string variant; // whose launches are the reference; empty: `reference`
    // All buffers are compared: these with these contents, the others with their contents before the step. Integers must be
    // equal.
    std::optional<DescribedContents> memory;
    bool unknown = false; // nothing is compared
    std::optional<Expression> count; // number of elements to compare, from the first; default: all
    double absolute = 0.0; // a deviation d is allowed where d <= absolute + relative * |expected|
    double relative = 0.0;
    std::uint32_t line = 0;
};

// The minimum that a time step needs of a resource with a rate.
struct DescribedDemand {
    Resource resource = Resource::copied_bytes;
    Expression amount;
    std::uint32_t line = 0;
};

// An f32, f64 or s32 buffer as an image.
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

// f32 buffers as moving bodies: see ParticleScene.
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
    // Values of `scene`; by_data: bodies if present, else the image, else bars.
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
        paths,
    };

    Kind kind = Kind::by_data;
    std::optional<DescribedImage> image;
    std::optional<DescribedBodies> bodies;
};

struct DescribedVariant {
    std::vector<DescribedLaunch> launches;
    DescribedContents contents; // of this variant, instead of those of the buffers
    DescribedCheck check;
    Expression work; // of a time step, in units of `unit`
    std::string unit; // "operations/s": what work / time is
    std::vector<DescribedDemand> least; // empty: unknown
    DescribedScene scene;
    std::uint32_t line = 0;
};

struct Description {
    std::string file; // "01-divergence/lesson.toml": for messages
    std::filesystem::path folder; // of the lesson
    std::vector<Parameter> parameters;
    std::vector<DescribedBuffer> buffers;
    std::vector<DescribedStoredTexture> textures;
    std::map<std::string, DescribedVariant, std::less<>> variants; // by id
};

} // namespace warpstage::problem
