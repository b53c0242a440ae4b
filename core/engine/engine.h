// Plan -> results and timings, on a GPU or on the virtual machine, behind one interface. Asynchronous: start() returns at once,
// poll() says when the step is done. One step at a time. All calls come from one thread; where buffers are shared with OpenGL,
// the one that owns the context.
#pragma once

#include "core/base/result.h"
#include "core/engine/buffer_copy.h"
#include "core/lesson/lesson.h"
#include "core/problem/plan.h"
#include "core/simt/trap.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::engine {

using warpstage::EngineKind;

struct Description {
    EngineKind kind = EngineKind::vm;
    std::string name; // "NVIDIA H200", "virtual machine"
    std::string detail; // "CC 9.0, 132 SMs, driver 580.159", "x86-64-v3, 2 threads"
    std::uint32_t capability_major = 0; // of a GPU's compute capability; 0: not a GPU
    std::uint32_t capability_minor = 0;
    // Of a GPU alone:
    std::string driver {}; // "driver 580.159"
    std::uint32_t multiprocessors = 0;
    std::uint32_t clock_megahertz = 0; // typical, as the driver says
    std::size_t memory_bytes = 0;
    std::size_t cache_bytes = 0; // level 2

    bool operator==(const Description&) const = default;
};

struct WorkTiming {
    std::string label; // kernel display name or host work label
    std::chrono::nanoseconds time { 0 };
    bool on_host = false;
};

struct StepTiming {
    std::vector<WorkTiming> works; // in the plan's order
    // Sum of works, without waiting for a frame; of a step with transfers on a GPU, from its beginning to its end.
    std::chrono::nanoseconds total { 0 };
};

// When a work of a step with transfers ran, from the step's beginning on, by the marks of its stream before and behind it.
struct WorkSpan {
    std::chrono::nanoseconds begin { 0 };
    std::chrono::nanoseconds end { 0 };
};

// A kernel did wrong: only the virtual machine says how. The GPU engine reports a fault as Error, after which it is unusable.
struct StepOutcome {
    StepTiming timing;
    std::optional<simt::Trap> trap;
    // Of all kernels together, as the virtual machine counts them; 0 on a GPU.
    std::uint64_t warp_instructions = 0;
    std::uint64_t lane_instructions = 0;
    std::vector<WorkSpan> spans; // by work, of a step with transfers on a GPU; else empty
    std::string output; // what kernels have printed; empty on a GPU, whose output the driver writes to the terminal
};

// Contents of buffers when a plan is adopted.
enum class Contents : std::uint8_t {
    initial, // every buffer as the plan says
    keep, // persistent buffers that the old plan had with the same name and size keep their content
};

// How a step may be cut short.
enum class Interruption : std::uint8_t {
    harmless, // only where nothing that later steps build on has been changed yet: before and in the plan's recorded work, and in
              // host work
    at_once, // anywhere; the buffers' content is undefined afterwards
};

struct Series;
struct SeriesRequest;
struct Sample;
struct SampleRequest;

class Engine {
public:
    Engine() = default;
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;
    virtual ~Engine() = default; // waits for a running step

    [[nodiscard]] virtual const Description& description() const = 0;

    // Makes the lesson's kernels ready, all of them, so that a switch of variant costs nothing later. Only while idle.
    [[nodiscard]] virtual Result<void> load(const std::shared_ptr<const lesson::Lesson>& lesson) = 0;

    // Allocates and fills the plan's buffers. Only while idle. After an Error the old plan still stands.
    [[nodiscard]] virtual Result<void> adopt(std::shared_ptr<const problem::Plan> plan, Contents contents) = 0;

    // OpenGL vertex buffers that should show plan buffers from the next adopt() on: after each step the results are copied there
    // within the GPU, so that a frame never waits for the step that is under way. An Error leaves nothing shown. Engines that
    // cannot share say so; GL buffer names are >= 1 and as large as the plan's buffer.
    struct SharedBuffer {
        std::string buffer; // the plan's name
        unsigned gl_name = 0;
        std::size_t bytes = 0;
    };
    [[nodiscard]] virtual Result<void> share(std::vector<SharedBuffer> buffers) = 0;
    // Whether the adopted plan's buffer is shown in a shared GL buffer now.
    [[nodiscard]] virtual bool is_shared(std::string_view buffer) const = 0;

    // Starts one step. Only while idle.
    [[nodiscard]] virtual Result<void> start() = 0;
    // Nothing while the step runs; its outcome once, when it has ended.
    [[nodiscard]] virtual Result<std::optional<StepOutcome>> poll() = 0;
    // Blocks until the step has ended.
    [[nodiscard]] virtual Result<StepOutcome> wait() = 0;
    [[nodiscard]] virtual bool idle() const = 0;
    // Asks a running step to end early. poll() still delivers its end; its timing means nothing. A GPU's kernels go on.
    virtual void interrupt(Interruption how) = 0;

    // Runs many steps and times them: see core/engine/series.h. Blocks; only while idle. The buffers' content is undefined
    // afterwards. By a library, only of a plan that names its function; Errors: it is not installed, or this is no GPU.
    [[nodiscard]] virtual Result<Series> measure(const SeriesRequest& request) = 0;

    // Times some steps between two steps of a simulation that goes on: see core/engine/sample.h. They run on copies of the
    // adopted plan's buffers, so the buffers stay as they are. Blocks for some milliseconds; only while idle.
    [[nodiscard]] virtual Result<Sample> sample(const SampleRequest& request) = 0;

    // Copies a buffer of the adopted plan to the host. Only while idle.
    [[nodiscard]] virtual Result<void> read(problem::BufferIndex buffer, std::span<std::byte> destination) = 0;
    // The same for large buffers: kept as it is now, to be fetched later. Only while idle; after a step, behind it.
    [[nodiscard]] virtual Result<std::unique_ptr<BufferCopy>> copy(problem::BufferIndex buffer) = 0;
};

} // namespace warpstage::engine
