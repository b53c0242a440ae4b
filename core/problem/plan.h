// One time step of a variant for any engine: buffers, launches, host work.
#pragma once

#include "core/base/dim3.h"
#include "core/base/objects/texture_description.h"
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

// Memory that contains a buffer. A copy between host and device memory is a Transfer of the time step.
enum class Place : std::uint8_t {
    device,
    pinned_host, // pinned: the GPU copies directly
    pageable_host, // pageable, as from malloc: the driver copies through its own pinned memory
};

// A device address inside a buffer, stored in a structure or in another buffer.
struct StoredAddress {
    std::size_t offset = 0; // bytes from the start of the structure or of the storing buffer
    BufferIndex buffer = 0;
    std::uint64_t inside = 0; // bytes from the start of `buffer`
};

struct Buffer {
    std::string name {}; // "x"
    std::size_t bytes = 0;
    SharedBytes initial {}; // `bytes` long; empty: zeros
    // Kept when the variant changes (bodies keep moving) if the next plan has a buffer of the same name and size.
    bool persistent = false;
    Place place = Place::device;
    std::vector<StoredAddress> addresses {}; // which the engine writes over `initial`, for arrays of pointers
    // No host code or kernel has written the buffer before the step, as after cudaMalloc: a kernel that reads it first has an
    // error.
    bool unwritten = false;
    // Where the buffer lies, for buffers whose contents are addresses of captured memory (virtual machine only).
    std::optional<std::uint64_t> address {};
    // The buffer is the memory of this `__device__` variable of the kernels, or the value of this `__constant__` variable before
    // the first step (virtual machine only).
    std::string variable {};
};

struct BufferArgument {
    BufferIndex buffer = 0;
    std::uint64_t inside = 0; // bytes from the start of the buffer to the passed address
};
// A texture or surface object of the buffer; arrays are filled from the buffer before the launch, and those of surfaces are
// copied back into it after the launch.
struct TextureArgument {
    BufferIndex buffer = 0;
    TextureDescription texture {};
};
// A structure passed by value, as stored in memory.
struct StructArgument {
    std::vector<std::byte> bytes {};
    std::vector<StoredAddress> addresses {}; // which the engine writes into `bytes`
};
using Argument = std::variant<BufferArgument, TextureArgument, StructArgument, std::int8_t, std::uint8_t, std::int16_t,
    std::uint16_t, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t, float, double>;

struct KernelLaunch {
    std::string kernel {}; // display name: "reduce6<256>"
    Dim3 grid;
    Dim3 block;
    std::uint32_t shared_bytes = 0; // dynamic
    std::vector<Argument> arguments {};
    std::uint32_t stream =
        0; // for a step with transfers; launches in one stream run in order, launches in two streams may overlap
    std::optional<Dim3> cluster {}; // blocks per cluster, if not fixed by the kernel (virtual machine only)
};

// Work of the processor on host copies of the buffers that it names. `run` receives one span per buffer of the plan; the spans of
// unnamed buffers are empty. Buffers in `writes` are copied back to the device after it, unless the step was interrupted: `run`
// may return early after a request by `stop`, but only while no persistent buffer has been changed.
struct HostWork {
    std::string label {}; // "host sum"
    std::vector<BufferIndex> reads {};
    std::vector<BufferIndex> writes {};
    std::function<void(std::span<const std::span<std::byte>> buffers, const std::stop_token& stop)> run {};
};

// A copy between a host buffer and a device buffer, in the order of its stream.
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
    // Whether a time step should conserve energy and momentum (see conserved_of()), so that their drift is meaningful.
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
    std::optional<Threads> threads {}; // empty: the host computes, or unknown
    Drift drift = Drift::unknown;
};

// View of the recorded block, if there is a choice.
enum class SceneDetail : std::uint8_t {
    values, // numbers: shared memory as bars, a matrix as an image
    banks, // shared memory by banks
    sectors, // global-memory accesses, shown below the matrix if there is one
    instructions, // machine instructions per operation, pipe by pipe
    requests, // one request: which of its accesses are concurrent and which are serialized
    footprint, // elements of the source image that a warp reads
    registers, // the contents of a thread's registers and local memory
    latency, // loads in flight on one SM
    paths, // the two paths of a warp at a branch
};

// The shared memory of the recorded block, played back from the recorded trace.
struct ArrayScene {
    enum class Element : std::uint8_t { integer, float32 };

    std::size_t element_bytes = 4;
    Element element = Element::integer; // how a word is displayed
    SceneDetail detail = SceneDetail::values; // a block without shared memory shows sectors instead
};

// A matrix as an image: one row-major buffer.
struct MatrixScene {
    enum class Element : std::uint8_t { float32, float64, int32 };
    // A matrix with the same elements that the recorded launch reads.
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
    SceneDetail detail = SceneDetail::values; // without banks
};

// The copies and launches of a time step on a time axis, stream by stream.
struct TransferScene { };

using Scene = std::variant<ParticleScene, ArrayScene, MatrixScene, TransferScene>;

[[nodiscard]] inline SceneDetail detail_of(const Scene& scene)
{
    if (const auto* array = std::get_if<ArrayScene>(&scene))
        return array->detail;
    const auto* matrix = std::get_if<MatrixScene>(&scene);
    return matrix == nullptr ? SceneDetail::values : matrix->detail;
}

// The element that each thread of the recorded launch accesses.
struct AccessPattern {
    enum class Operation : std::uint8_t { load, store };

    std::string expression {}; // of the thread index, see access_threads.h
    std::size_t element_bytes = 4;
    Operation operation = Operation::load;
    std::optional<BufferIndex> table {}; // the indices by thread, if the kernel reads them
};

// The minimum resources of a time step, however its kernels are written; they limit its rate.
struct Demand {
    Resource resource = Resource::copied_bytes;
    double amount = 0.0; // per time step
};

// The same result from a function of NVIDIA's libraries: see core/gpu/libraries/cublas.h and cub.h. Matrices are row-major.
struct LibraryCall {
    // Of cuBLAS (the third one transposes), and CUB's sum of 32-bit integers.
    enum class Function : std::uint8_t { sgemm, dgemm, sgeam, sum };

    Function function = Function::sgemm;
    std::size_t rows = 0; // of the first matrix; matrices to multiply are square; or the number of summands
    std::size_t columns = 0;
    BufferIndex a = 0;
    BufferIndex b = 0; // for a product only
    BufferIndex result = 0;
};

// A texture object whose handle is stored in memory or passed as a number: handles count from the first one.
struct StoredTexture {
    BufferIndex buffer = 0;
    std::uint64_t inside = 0; // bytes from the start of the buffer to the first texel
    TextureDescription texture {};
};

// The initial value of a `__constant__` or `__device__` variable, as set by cudaMemcpyToSymbol.
struct VariableValue {
    std::string name {}; // in the PTX
    std::vector<std::byte> bytes {}; // at most the size of the variable
};

// A step whose result is one number: the first element of Plan::result, a 32-bit integer.
struct Total {
    std::int64_t exact = 0;
};

struct Plan {
    std::vector<Buffer> buffers {};
    std::vector<Work> step {}; // in order
    Scene scene;
    std::size_t recorded_work = 0; // index into `step` of the launch to record; step.size() if no element is a kernel
    double work_per_step = 0.0; // in units of `work_unit`
    std::string work_unit {}; // "interactions/s", "B/s": unit of work_per_step / time
    std::string variant {}; // the variant of this plan, if the check depends on it
    std::size_t result = 0; // index of the buffer that holds the result (reduction: first element)
    std::optional<Total> total {}; // empty: the result is not one number
    std::vector<Demand> least {}; // empty: unknown
    std::optional<LibraryCall> library {};
    std::optional<AccessPattern> access {}; // for a problem about one access
    std::vector<VariableValue> variables {}; // set before the first step (virtual machine only)
    std::vector<StoredTexture> textures {}; // before those of the launches (virtual machine only)
    // Every step begins with the initial contents: the step is one captured launch, not one of a simulation (virtual machine
    // only).
    bool starts_anew = false;
};

} // namespace warpstage::problem
