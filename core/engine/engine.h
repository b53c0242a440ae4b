// Runs a plan on a GPU or on the virtual machine and returns results and timings, behind one interface. Asynchronous: start()
// returns immediately, poll() reports the end of the step. One step at a time. All calls must come from one thread; if buffers
// are shared with OpenGL, the thread that owns the context.
#pragma once

#include "core/base/result.h"
#include "core/engine/buffer_copy.h"
#include "core/lesson/lesson.h"
#include "core/problem/plan.h"
#include "core/simt/hang/hang.h"
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
    // Only for a GPU:
    std::string driver {}; // "driver 580.159"
    std::uint32_t multiprocessors = 0;
    std::uint32_t clock_megahertz = 0; // typical clock reported by the driver
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
    // Sum of the works, without waiting for a frame; for a step with transfers on a GPU, from its start to its end.
    std::chrono::nanoseconds total { 0 };
};

// Start and end of a work of a step with transfers, relative to the start of the step, from the events in its stream before and
// after it.
struct WorkSpan {
    std::chrono::nanoseconds begin { 0 };
    std::chrono::nanoseconds end { 0 };
};

// A fault of a kernel, on the virtual machine only. The GPU engine reports a fault as Error, after which it is unusable.
struct StepOutcome {
    StepTiming timing;
    std::optional<simt::Trap> trap;
    bool stopped = false; // by a request; works are missing or incomplete
    std::optional<simt::RunPlace> stopped_at; // if a warp ran
    // Over all kernels, counted by the virtual machine; 0 on a GPU.
    std::uint64_t warp_instructions = 0;
    std::uint64_t lane_instructions = 0;
    std::vector<WorkSpan> spans; // by work, for a step with transfers on a GPU; else empty
    std::string output; // output of printf in kernels; empty on a GPU, where the driver writes it to the terminal
};

// Contents of the buffers of a newly adopted plan.
enum class Contents : std::uint8_t {
    initial, // every buffer with the plan's initial contents
    keep, // persistent buffers with the same name and size in the old plan keep their contents
};

// Where a step may be interrupted.
enum class Interruption : std::uint8_t {
    harmless, // only before state of later steps is changed: before and in the plan's recorded work, and in host work
    at_once, // anywhere; the buffers' contents are then undefined
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
    // Whether the device has failed: no call of this engine works any more.
    [[nodiscard]] virtual bool lost() const { return false; }

    // Prepares all kernels of the lesson, so that switching variants is fast. Only while idle.
    [[nodiscard]] virtual Result<void> load(const std::shared_ptr<const lesson::Lesson>& lesson) = 0;

    // Allocates and fills the plan's buffers. Only while idle. After an Error the old plan is still in place; with initial
    // contents it is not if the memory of a GPU has no room for both, and no other function may be called until the next adopt().
    [[nodiscard]] virtual Result<void> adopt(std::shared_ptr<const problem::Plan> plan, Contents contents) = 0;

    // OpenGL vertex buffers that mirror plan buffers from the next adopt() on: after each step the results are copied within the
    // GPU, so that a frame never waits for the running step. After an Error nothing is shared. Engines without sharing return an
    // Error. GL buffer names are >= 1, and the buffers are as large as the plan's.
    struct SharedBuffer {
        std::string buffer; // the plan's name
        unsigned gl_name = 0;
        std::size_t bytes = 0;
    };
    [[nodiscard]] virtual Result<void> share(std::vector<SharedBuffer> buffers) = 0;
    // Whether the adopted plan's buffer is currently mirrored in a shared GL buffer.
    [[nodiscard]] virtual bool is_shared(std::string_view buffer) const = 0;

    // Starts one step. Only while idle.
    [[nodiscard]] virtual Result<void> start() = 0;
    // Nothing while the step runs; its outcome once, when it has ended.
    [[nodiscard]] virtual Result<std::optional<StepOutcome>> poll() = 0;
    // Blocks until the step has ended.
    [[nodiscard]] virtual Result<StepOutcome> wait() = 0;
    [[nodiscard]] virtual bool idle() const = 0;
    // Requests an early end of a running step. poll() still reports its end; its timing is meaningless. Kernels on a GPU run to
    // their end.
    virtual void interrupt(Interruption how) = 0;

    // Asks the running step, or the next one, which of its threads wait and for what; take_waits() has the answer some moments
    // later, once. The step goes on. Only the virtual machine answers.
    virtual void ask_waits() { }
    [[nodiscard]] virtual std::optional<simt::Hang> take_waits() { return std::nullopt; }

    // Runs and measures many steps: see core/engine/series.h. Blocks; only while idle. Afterward the buffers' contents are
    // undefined. With a library, the plan must name its function. Errors: the library is not installed, or the engine is not a
    // GPU.
    [[nodiscard]] virtual Result<Series> measure(const SeriesRequest& request) = 0;

    // Measures some steps between two steps of a running simulation: see core/engine/sample.h. They run on copies of the adopted
    // plan's buffers, which do not change. Blocks for some milliseconds; only while idle.
    [[nodiscard]] virtual Result<Sample> sample(const SampleRequest& request) = 0;

    // Copies a buffer of the adopted plan to the host. Only while idle.
    [[nodiscard]] virtual Result<void> read(problem::BufferIndex buffer, std::span<std::byte> destination) = 0;
    // The same for large buffers: keeps the current content, to be fetched later. Only while idle; after a step, in stream order.
    [[nodiscard]] virtual Result<std::unique_ptr<BufferCopy>> copy(problem::BufferIndex buffer) = 0;
};

} // namespace warpstage::engine
