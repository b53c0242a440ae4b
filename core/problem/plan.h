// What one step of a variant is, spelled out for any engine: buffers, launches, host work.
#pragma once

#include "core/base/dim3.h"
#include "core/base/texture_description.h"
#include "core/problem/buffers/shared_bytes.h"
#include "core/problem/resource.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

namespace warpstage::problem {

using BufferIndex = std::size_t; // into Plan::buffers

// Where a buffer lies. A copy between the host's memory and the GPU's is a Transfer of the step.
enum class Place : std::uint8_t {
    device,
    pinned_host, // the GPU copies from and to it by itself
    pageable_host, // what malloc gives: the driver copies it through pinned memory of its own first
};

struct Buffer {
    std::string name {}; // "x"
    std::size_t bytes = 0;
    SharedBytes initial {}; // `bytes` long, or empty for zeros
    // Kept when the variant changes (positions go on moving), where the next plan has a buffer of the same name and size.
    bool persistent = false;
    Place place = Place::device;
};

struct BufferArgument {
    BufferIndex buffer = 0;
};
// A texture object that reads the buffer; arrays are filled from it before the launch.
struct TextureArgument {
    BufferIndex buffer = 0;
    TextureDescription texture {};
};
// A structure passed by value, as it lies in memory.
struct StructArgument {
    struct Address {
        std::size_t offset = 0; // bytes from the start of the structure
        BufferIndex buffer = 0;
    };
    std::vector<std::byte> bytes {};
    std::vector<Address> addresses {}; // which the engine writes into `bytes`
};
using Argument = std::variant<BufferArgument, TextureArgument, StructArgument, std::int8_t, std::uint8_t, std::int16_t,
    std::uint16_t, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t, float, double>;

struct KernelLaunch {
    std::string kernel {}; // display name: "reduce6<256>"
    Dim3 grid;
    Dim3 block;
    std::uint32_t shared_bytes = 0; // dynamic
    std::vector<Argument> arguments {};
    std::uint32_t stream = 0; // of a step with transfers; launches of one stream run in order, those of two may overlap
};

// Work of the processor, on host copies of the buffers it names. `run` gets one span for each buffer of the plan; those in
// neither list are empty. What is in `writes` goes back to the device afterwards, unless the step was interrupted: `run` may
// return early once `stop` is requested, but only while no persistent buffer has been changed.
struct HostWork {
    std::string label {}; // "host sum"
    std::vector<BufferIndex> reads {};
    std::vector<BufferIndex> writes {};
    std::function<void(std::span<const std::span<std::byte>> buffers, const std::stop_token& stop)> run {};
};

// A copy between a buffer on the host and one on the device, in the order of its stream.
struct Transfer {
    std::string label {}; // "copy in"
    BufferIndex from = 0;
    BufferIndex to = 0;
    std::size_t offset = 0; // bytes, in both
    std::size_t bytes = 0;
    std::uint32_t stream = 0;
};

using Work = std::variant<KernelLaunch, HostWork, Transfer>;

// Bodies as points: float buffers of `count` elements.
struct ParticleScene {
    // Body i is computed by thread i % per_block of block i / (per_block * bodies_per_thread).
    struct Threads {
        std::uint32_t per_block = 0;
        std::uint32_t bodies_per_thread = 1;
    };
    // Whether a step should conserve energy and momentum (see conserved_of()), so that their drift tells something.
    enum class Drift : std::uint8_t { unknown, watched };

    std::size_t count = 0;
    BufferIndex x = 0;
    BufferIndex y = 0;
    BufferIndex vx = 0;
    BufferIndex vy = 0;
    std::optional<BufferIndex> z {}; // of bodies in space
    std::optional<BufferIndex> vz {};
    float radius = 1.0F; // of the region to show, around the origin
    float speed = 1.0F; // of the fastest bodies at the start: the end of the color scale
    std::optional<Threads> threads {}; // nothing: the host computes, or it is not known
    Drift drift = Drift::unknown;
};

// What is shown of the recorded block, where there is a choice.
enum class SceneDetail : std::uint8_t {
    values, // numbers: shared memory as bars, a matrix as an image
    banks, // shared memory by banks
    sectors, // what moves of global memory, below the matrix if there is one
    instructions, // machine instructions per operation, pipe by pipe
    requests, // one request: which addresses are served together and which one after the other
    footprint, // elements of the source image that a warp reads
    registers, // what a thread keeps in registers and what in local memory
    latency, // loads in flight on one multiprocessor
};

// The shared memory of the recorded block, played back from the recorded trace.
struct ArrayScene {
    enum class Element : std::uint8_t { integer, float32 };

    std::size_t element_bytes = 4;
    Element element = Element::integer; // what a word is shown as
    SceneDetail detail = SceneDetail::values; // a block without shared memory shows sectors
};

// A matrix as an image: one buffer, row after row.
struct MatrixScene {
    enum class Element : std::uint8_t { float32, float64, int32 };
    // A matrix of the same elements that the recorded launch reads.
    struct Source {
        BufferIndex buffer = 0;
        std::size_t rows = 0;
        std::size_t columns = 0;
    };

    BufferIndex matrix = 0; // the result
    std::size_t rows = 0;
    std::size_t columns = 0;
    Element element = Element::float32;
    float lowest = 0.0F; // the ends of the color scale
    float highest = 1.0F;
    std::vector<Source> sources {}; // in the order of the launch's arguments
    SceneDetail detail = SceneDetail::values; // not banks
};

// The step's copies and launches over time, stream by stream.
struct TransferScene { };

using Scene = std::variant<ParticleScene, ArrayScene, MatrixScene, TransferScene>;

[[nodiscard]] inline SceneDetail detail_of(const Scene& scene)
{
    if (const auto* array = std::get_if<ArrayScene>(&scene))
        return array->detail;
    const auto* matrix = std::get_if<MatrixScene>(&scene);
    return matrix == nullptr ? SceneDetail::values : matrix->detail;
}

// Which element each thread of the recorded launch accesses.
struct AccessPattern {
    enum class Operation : std::uint8_t { load, store };

    std::string expression {}; // of the thread, see access_threads.h
    std::size_t element_bytes = 4;
    Operation operation = Operation::load;
    std::optional<BufferIndex> table {}; // the indices by thread, where the kernel reads them
};

// What a step needs at the least, however its kernels are written; the limit of its rate follows from it.
struct Demand {
    Resource resource = Resource::copied_bytes;
    double amount = 0.0; // of a step
};

// The same result by a function of NVIDIA's libraries: see core/gpu/libraries/cublas.h and cub.h. Matrices lie row after row.
struct LibraryCall {
    // Of cuBLAS, the third of which transposes; and CUB's sum of 32-bit integers.
    enum class Function : std::uint8_t { sgemm, dgemm, sgeam, sum };

    Function function = Function::sgemm;
    std::size_t rows = 0; // of the first matrix; matrices to multiply are square; or how many numbers are added
    std::size_t columns = 0;
    BufferIndex a = 0;
    BufferIndex b = 0; // of a product only
    BufferIndex result = 0;
};

struct Plan {
    std::vector<Buffer> buffers {};
    std::vector<Work> step {}; // in order
    Scene scene;
    std::size_t recorded_work = 0; // index into `step` of the launch worth recording; step.size() where none is a kernel
    double work_per_step = 0.0; // in units of `work_unit`
    std::string work_unit {}; // "interactions/s", "B/s": what work_per_step / time is
    std::string variant {}; // whose plan it is, where the check must know
    std::size_t result = 0; // index of the buffer that holds the result (reduction: first element)
    std::vector<Demand> least {}; // empty: nobody knows
    std::optional<LibraryCall> library {};
    std::optional<AccessPattern> access {}; // of a problem that is about one access
};

} // namespace warpstage::problem
