// A plan laid out on the GPU: where each buffer lies, which of them OpenGL is shown a copy of, and each launch made ready.
// Kernels never work in OpenGL's own buffers: a frame would wait for the step that is under way, however long that takes.
#pragma once

#include "core/base/result.h"
#include "core/engine/engine.h"
#include "core/engine/gpu/gpu_kernels.h"
#include "core/gpu/buffer.h"
#include "core/gpu/event.h"
#include "core/gpu/graphics_buffer.h"
#include "core/gpu/stream.h"
#include "core/gpu/texture.h"
#include "core/problem/plan.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::engine {

// An OpenGL buffer that shows the plan's buffer of that name as it was after the last step.
struct LentBuffer {
    std::string name;
    std::size_t bytes = 0;
    std::shared_ptr<gpu::GraphicsBuffer> buffer;
};

// The buffers of a host work's `reads` and `writes`, each once, in ascending order. Those it writes are copied to the host as
// well, for it may write only a part of them.
[[nodiscard]] std::vector<problem::BufferIndex> buffers_of(const problem::HostWork& work);

class GpuPlan {
public:
    // Fills every buffer and shows it; with a `previous` plan, persistent buffers of the same name and size keep what they hold
    // there: their memory moves over. On an Error before the driver fails, `previous` is as it was.
    [[nodiscard]] static Result<std::unique_ptr<GpuPlan>> make(gpu::Stream& stream, std::shared_ptr<GpuKernels> kernels,
        std::shared_ptr<const problem::Plan> plan, std::span<const LentBuffer> lent, GpuPlan* previous);

    [[nodiscard]] const problem::Plan& plan() const { return *m_plan; }
    [[nodiscard]] bool is_shown(std::string_view buffer) const;

    // Where the buffers lie, by buffer; 0 for those of the host.
    [[nodiscard]] const std::vector<std::uint64_t>& addresses() const { return m_addresses; }

    // Enqueues the copies that OpenGL is shown: what it draws from then on waits for them and for what the stream was given
    // before.
    [[nodiscard]] Result<void> show(gpu::Stream& stream);
    // Nothing is shown any more.
    void stop_showing();

    // Copies a buffer to the host; waits.
    [[nodiscard]] Result<void> read(gpu::Stream& stream, problem::BufferIndex buffer, std::span<std::byte> destination);

    // Keeps what a buffer holds now. Where the GPU has no room for another one it is brought to the host at once.
    [[nodiscard]] Result<std::unique_ptr<BufferCopy>> copy(gpu::Stream& stream, problem::BufferIndex buffer);

    // Around the launches and transfers of a stretch: the plan's further streams begin after `stream` has come here, and `stream`
    // goes on after they have ended. Nothing for a plan without transfers.
    [[nodiscard]] Result<void> fork(gpu::Stream& stream);
    [[nodiscard]] Result<void> join(gpu::Stream& stream);
    [[nodiscard]] bool has_transfers() const { return m_fork.has_value(); }

    // Enqueues the launch or the transfer at this place of the step, between two time marks, in `stream` or in the further stream
    // that it names.
    [[nodiscard]] Result<void> launch(gpu::Stream& stream, std::size_t work);
    [[nodiscard]] Result<void> transfer(gpu::Stream& stream, std::size_t work);
    // Its time, once the stream has come past it.
    [[nodiscard]] Result<std::chrono::nanoseconds> time_of(std::size_t work) const;
    // When it ran, from the fork on. Only of a plan with transfers.
    [[nodiscard]] Result<WorkSpan> span_of(std::size_t work) const;
    // The same launch without marks, with the buffers at these addresses, by buffer. Arrays keep what they were first filled with
    // there.
    [[nodiscard]] Result<void> launch_untimed(gpu::Stream& stream, std::size_t work, const std::vector<std::uint64_t>& addresses);
    // Other addresses than the plan's own will not come again as they are: textures of them go. Nothing may be at work there.
    void forget_other_places();

    // The host's copy of a buffer that a host work names; the buffer itself where its place is the host.
    [[nodiscard]] std::span<std::byte> host_copy(problem::BufferIndex buffer);

private:
    struct Place {
        std::optional<gpu::Buffer> own; // of a buffer of the device; missing while it is about to move over
        std::shared_ptr<gpu::GraphicsBuffer> shown;
        std::optional<gpu::HostBuffer> host;
        std::vector<std::byte> pageable; // of a buffer whose place that is
    };
    struct Marks {
        gpu::Event begin;
        gpu::Event end;
    };
    struct Launch {
        GpuKernel kernel;
        // Of the launch's arguments, in their order, by the addresses of their buffers; made when those are known.
        std::map<std::vector<std::uint64_t>, std::vector<gpu::Texture>> textures {};
    };

    GpuPlan(std::shared_ptr<GpuKernels> kernels, std::shared_ptr<const problem::Plan> plan);

    [[nodiscard]] Result<void> prepare_launches(gpu::Stream& stream);
    [[nodiscard]] Result<void> prepare_streams(gpu::Stream& stream);
    // The launch's textures of buffers at these addresses; new ones are made, and their arrays filled.
    [[nodiscard]] Result<std::vector<gpu::Texture>*> place_textures(gpu::Stream& stream, const problem::KernelLaunch& launch,
        Launch& prepared, const std::vector<std::uint64_t>& addresses) const;
    [[nodiscard]] Result<void> allocate(gpu::Stream& stream, std::span<const LentBuffer> lent, GpuPlan* previous);
    [[nodiscard]] Result<void> allocate_host_copies(gpu::Stream& stream);
    [[nodiscard]] Result<void> fill(gpu::Stream& stream);
    [[nodiscard]] Place* kept_place(const problem::Buffer& buffer, GpuPlan* previous) const;

    std::shared_ptr<GpuKernels> m_kernels;
    std::shared_ptr<const problem::Plan> m_plan;
    std::vector<Place> m_places; // by buffer
    std::vector<std::uint64_t> m_addresses; // by buffer
    std::vector<std::optional<Launch>> m_launches; // by work; nothing for what is no launch
    std::vector<std::optional<Marks>> m_marks; // by work; nothing for host work
    // Of a plan with transfers: the streams besides that of the engine, where all begin, and where each ends.
    std::vector<gpu::Stream> m_streams;
    std::optional<gpu::Event> m_fork;
    std::vector<gpu::Event> m_joins;
};

} // namespace warpstage::engine
