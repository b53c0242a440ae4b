// A plan laid out on the GPU: where each buffer lies (in memory of our own or in an OpenGL buffer) and each launch made ready.
#pragma once

#include "core/base/result.h"
#include "core/engine/gpu_kernels.h"
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

// An OpenGL buffer that may hold the plan's buffer of that name.
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
    // Fills every buffer; with a `previous` plan, persistent buffers of the same name and size keep what they hold there, and
    // memory of theirs moves over. On an Error before the driver fails, `previous` is as it was.
    [[nodiscard]] static Result<std::unique_ptr<GpuPlan>> make(gpu::Stream& stream, std::shared_ptr<GpuKernels> kernels,
        std::shared_ptr<const problem::Plan> plan, std::span<const LentBuffer> lent, GpuPlan* previous);

    [[nodiscard]] const problem::Plan& plan() const { return *m_plan; }
    [[nodiscard]] bool is_shared(std::string_view buffer) const;

    // Where the buffers lie, by buffer; while this lives, OpenGL must not touch the shared ones.
    struct Addresses {
        gpu::GraphicsMapping mapping;
        std::vector<std::uint64_t> of;
    };
    [[nodiscard]] Result<Addresses> map(gpu::Stream& stream);
    // Gives the shared buffers back and waits until nothing is at work in the plan's or anybody's memory, also where `work`, what
    // was enqueued meanwhile, went wrong. The first Error is the one that tells.
    [[nodiscard]] static Result<void> settle(gpu::Stream& stream, Addresses& addresses, const Result<void>& work);

    // Copies a buffer to the host; waits.
    [[nodiscard]] Result<void> read(gpu::Stream& stream, problem::BufferIndex buffer, std::span<std::byte> destination);

    // Moves what lies in OpenGL buffers into memory of our own.
    [[nodiscard]] Result<void> take_back(gpu::Stream& stream);

    // Enqueues the launch at this place of the step, between two time marks.
    [[nodiscard]] Result<void> launch(gpu::Stream& stream, std::size_t work, const Addresses& addresses);
    // Its time, once the stream has come past it.
    [[nodiscard]] Result<std::chrono::nanoseconds> time_of(std::size_t work) const;
    // The same launch without marks, with the buffers at these addresses, by buffer. Arrays keep what they were first filled with
    // there.
    [[nodiscard]] Result<void> launch_untimed(gpu::Stream& stream, std::size_t work, const std::vector<std::uint64_t>& addresses);

    // The host's copy of a buffer that a host work names.
    [[nodiscard]] std::span<std::byte> host_copy(problem::BufferIndex buffer) const;

private:
    // Exactly one of `own` and `shared` is there, except that `own` is still missing while it is about to move over.
    struct Place {
        std::optional<gpu::Buffer> own;
        std::shared_ptr<gpu::GraphicsBuffer> shared;
        std::optional<gpu::HostBuffer> host;
    };
    struct Launch {
        GpuKernel kernel;
        gpu::Event begin;
        gpu::Event end;
        // Of the launch's arguments, in their order, by the addresses of their buffers; made when those are known.
        std::map<std::vector<std::uint64_t>, std::vector<gpu::Texture>> textures {};
    };

    GpuPlan(std::shared_ptr<GpuKernels> kernels, std::shared_ptr<const problem::Plan> plan);

    // Error: more than the GPU has in all.
    [[nodiscard]] Result<void> check_size(const gpu::Stream& stream) const;
    [[nodiscard]] Result<void> prepare_launches(gpu::Stream& stream);
    // The launch's textures of buffers at these addresses; new ones are made, and their arrays filled.
    [[nodiscard]] Result<std::vector<gpu::Texture>*> place_textures(gpu::Stream& stream, const problem::KernelLaunch& launch,
        Launch& prepared, const std::vector<std::uint64_t>& addresses) const;
    [[nodiscard]] Result<void> allocate(gpu::Stream& stream, std::span<const LentBuffer> lent, GpuPlan* previous);
    [[nodiscard]] Result<void> allocate_host_copies(gpu::Stream& stream);
    [[nodiscard]] Result<void> fill(gpu::Stream& stream, GpuPlan* previous);
    [[nodiscard]] Result<void> enqueue_contents(gpu::Stream& stream, const Addresses& addresses, GpuPlan* previous) const;
    [[nodiscard]] Place* kept_place(const problem::Buffer& buffer, GpuPlan* previous) const;

    std::shared_ptr<GpuKernels> m_kernels;
    std::shared_ptr<const problem::Plan> m_plan;
    std::vector<Place> m_places; // by buffer
    std::vector<std::optional<Launch>> m_launches; // by work; nothing for host work
};

} // namespace warpstage::engine
