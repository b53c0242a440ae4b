// A plan on the GPU: the address of each buffer, the buffers mirrored to OpenGL, and the prepared launches. Kernels never write
// to OpenGL buffers directly, because a frame would then wait for the running step.
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

// An OpenGL buffer with the contents of the plan's buffer of that name after the last step.
struct LentBuffer {
    std::string name;
    std::size_t bytes = 0;
    std::shared_ptr<gpu::GraphicsBuffer> buffer;
};

// The buffers of a host work's `reads` and `writes`, each once, in ascending order. Written buffers are copied to the host, too,
// because the work may write only a part of them.
[[nodiscard]] std::vector<problem::BufferIndex> buffers_of(const problem::HostWork& work);

class GpuPlan {
public:
    // Fills and mirrors every buffer; with a `previous` plan, persistent buffers with the same name and size keep their contents:
    // their memory moves over. After an Error that is not a driver failure, `previous` is unchanged.
    [[nodiscard]] static Result<std::unique_ptr<GpuPlan>> make(gpu::Stream& stream, std::shared_ptr<GpuKernels> kernels,
        std::shared_ptr<const problem::Plan> plan, std::span<const LentBuffer> lent, GpuPlan* previous);

    [[nodiscard]] const problem::Plan& plan() const { return *m_plan; }
    [[nodiscard]] bool is_shown(std::string_view buffer) const;

    // Device addresses, by buffer; 0 for host buffers.
    [[nodiscard]] const std::vector<std::uint64_t>& addresses() const { return m_addresses; }

    // Enqueues the copies for OpenGL: subsequent drawing waits for them and for earlier work of the stream.
    [[nodiscard]] Result<void> show(gpu::Stream& stream);
    // Ends mirroring to OpenGL.
    void stop_showing();

    // Copies a buffer to the host; waits.
    [[nodiscard]] Result<void> read(gpu::Stream& stream, problem::BufferIndex buffer, std::span<std::byte> destination);

    // Keeps the current content of a buffer. If the GPU has no memory for a copy, it is copied to the host immediately.
    [[nodiscard]] Result<std::unique_ptr<BufferCopy>> copy(gpu::Stream& stream, problem::BufferIndex buffer);

    // Called before and after the launches and transfers of a segment: the plan's other streams wait for `stream` at the start,
    // and `stream` waits for them at the end. No effect for a plan without transfers.
    [[nodiscard]] Result<void> fork(gpu::Stream& stream);
    [[nodiscard]] Result<void> join(gpu::Stream& stream);
    [[nodiscard]] bool has_transfers() const { return m_fork.has_value(); }

    // Enqueues the launch or the transfer at this position of the step, between two events, in `stream` or in its own stream.
    [[nodiscard]] Result<void> launch(gpu::Stream& stream, std::size_t work);
    [[nodiscard]] Result<void> transfer(gpu::Stream& stream, std::size_t work);
    // Its time, after it has completed.
    [[nodiscard]] Result<std::chrono::nanoseconds> time_of(std::size_t work) const;
    // Its start and end relative to the fork. Only for a plan with transfers.
    [[nodiscard]] Result<WorkSpan> span_of(std::size_t work) const;
    // The same launch without events, with the buffers at these addresses, by buffer. CUDA arrays keep their initial contents for
    // these addresses.
    [[nodiscard]] Result<void> launch_untimed(gpu::Stream& stream, std::size_t work, const std::vector<std::uint64_t>& addresses);
    // Destroys textures for addresses other than the plan's, because these become invalid. No kernel may be using them.
    void forget_other_places();

    // The host copy of a buffer used by host work; the buffer itself if it is a host buffer.
    [[nodiscard]] std::span<std::byte> host_copy(problem::BufferIndex buffer);

private:
    struct Place {
        std::optional<gpu::Buffer> own; // of a device buffer; empty while it moves over
        std::shared_ptr<gpu::GraphicsBuffer> shown;
        std::optional<gpu::HostBuffer> host;
        std::vector<std::byte> pageable; // of a host buffer
    };
    struct Marks {
        gpu::Event begin;
        gpu::Event end;
    };
    struct Launch {
        GpuKernel kernel;
        // Textures of the launch's arguments, in their order, by the addresses of their buffers; created when those are known.
        std::map<std::vector<std::uint64_t>, std::vector<gpu::Texture>> textures {};
    };

    GpuPlan(std::shared_ptr<GpuKernels> kernels, std::shared_ptr<const problem::Plan> plan);

    [[nodiscard]] Result<void> prepare_launches(gpu::Stream& stream);
    [[nodiscard]] Result<void> try_tensor_maps(gpu::Stream& stream) const;
    [[nodiscard]] Result<void> prepare_streams(gpu::Stream& stream);
    // The launch's textures of buffers at these addresses; creates missing ones and fills their arrays.
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
    std::vector<std::optional<Launch>> m_launches; // by work; nothing for works other than launches
    std::vector<std::optional<Marks>> m_marks; // by work; nothing for host work
    // For a plan with transfers: the streams other than the engine's, the event where all start, and the events where each ends.
    std::vector<gpu::Stream> m_streams;
    std::optional<gpu::Event> m_fork;
    std::vector<gpu::Event> m_joins;
};

} // namespace warpstage::engine
