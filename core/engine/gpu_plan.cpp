#include "core/engine/gpu_plan.h"

#include "core/engine/launch_parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

namespace warpstage::engine {

std::vector<problem::BufferIndex> buffers_of(const problem::HostWork& work)
{
    auto buffers = work.reads;
    buffers.insert(buffers.end(), work.writes.begin(), work.writes.end());
    std::ranges::sort(buffers);
    buffers.erase(std::unique(buffers.begin(), buffers.end()), buffers.end());
    return buffers;
}

Result<std::unique_ptr<GpuPlan>> GpuPlan::make(gpu::Stream& stream, std::shared_ptr<GpuKernels> kernels,
    std::shared_ptr<const problem::Plan> plan, std::span<const LentBuffer> lent, GpuPlan* previous)
{
    std::unique_ptr<GpuPlan> result { new GpuPlan { std::move(kernels), std::move(plan) } };
    if (auto done = result->check_size(stream); !done)
        return done.error();
    // What the world may refuse comes first; what only a broken driver refuses, and what touches memory in use, comes last.
    if (auto done = result->prepare_launches(stream); !done)
        return done.error();
    if (auto done = result->allocate(stream, lent, previous); !done)
        return done.error();
    if (auto done = result->allocate_host_copies(stream); !done)
        return done.error();
    if (auto done = result->fill(stream, previous); !done)
        return done.error();
    for (std::size_t i = 0; i < result->m_places.size(); ++i) {
        if (auto& place = result->m_places[i]; !place.own && place.shared == nullptr)
            place.own = std::exchange(result->kept_place(result->m_plan->buffers[i], previous)->own, std::nullopt);
    }
    return result;
}

GpuPlan::GpuPlan(std::shared_ptr<GpuKernels> kernels, std::shared_ptr<const problem::Plan> plan)
    : m_kernels(std::move(kernels))
    , m_plan(std::move(plan))
{
}

Result<void> GpuPlan::check_size(const gpu::Stream& stream) const
{
    constexpr double kGibibyte = 1024.0 * 1024.0 * 1024.0;
    double bytes = 0.0;
    for (const auto& buffer : m_plan->buffers)
        bytes += static_cast<double>(buffer.bytes);
    const auto& device = stream.context()->device();
    const auto room = static_cast<double>(device.memory_bytes);
    if (bytes <= room)
        return {};
    return Error { fmt::format(
        "The buffers of this step take {:.2f} GiB, but {} has {:.2f} GiB of memory: choose a smaller size.", bytes / kGibibyte,
        device.name, room / kGibibyte) };
}

Result<void> GpuPlan::prepare_launches(gpu::Stream& stream)
{
    // Whether the arguments fit does not depend on the addresses.
    const std::vector<std::uint64_t> no_addresses(m_plan->buffers.size());
    for (const auto& work : m_plan->step) {
        m_launches.emplace_back();
        const auto* launch = std::get_if<problem::KernelLaunch>(&work);
        if (launch == nullptr)
            continue;
        auto kernel = m_kernels->prepare(*launch);
        if (!kernel)
            return kernel.error();
        if (auto fits = check_textures(*m_plan, *launch); !fits)
            return fits.error();
        const std::vector<std::uint64_t> no_textures(texture_arguments(*launch).size());
        if (auto fits = parameter_block(*kernel->declaration, *launch, no_addresses, no_textures); !fits)
            return fits.error();
        auto begin = gpu::Event::create(stream.context(), gpu::Event::Purpose::timing);
        if (!begin)
            return begin.error();
        auto end = gpu::Event::create(stream.context(), gpu::Event::Purpose::timing);
        if (!end)
            return end.error();
        m_launches.back().emplace(Launch { *kernel, std::move(*begin), std::move(*end) });
    }
    return {};
}

GpuPlan::Place* GpuPlan::kept_place(const problem::Buffer& buffer, GpuPlan* previous) const
{
    if (previous == nullptr || !buffer.persistent)
        return nullptr;
    const auto& old = previous->m_plan->buffers;
    const auto same = std::ranges::find_if(
        old, [&](const problem::Buffer& other) { return other.name == buffer.name && other.bytes == buffer.bytes; });
    return same == old.end() ? nullptr : &previous->m_places[static_cast<std::size_t>(same - old.begin())];
}

Result<void> GpuPlan::allocate(gpu::Stream& stream, std::span<const LentBuffer> lent, GpuPlan* previous)
{
    for (const auto& buffer : m_plan->buffers) {
        auto& place = m_places.emplace_back();
        const auto found = std::ranges::find_if(
            lent, [&](const LentBuffer& other) { return other.name == buffer.name && other.bytes >= buffer.bytes; });
        if (found != lent.end()) {
            place.shared = found->buffer;
            continue;
        }
        if (const auto* kept = kept_place(buffer, previous); kept != nullptr && kept->own)
            continue;
        auto own = gpu::Buffer::allocate(stream.context(), buffer.bytes, fmt::format("buffer `{}`", buffer.name));
        if (!own)
            return own.error();
        place.own.emplace(std::move(*own));
    }
    return {};
}

Result<void> GpuPlan::allocate_host_copies(gpu::Stream& stream)
{
    for (const auto& work : m_plan->step) {
        const auto* host_work = std::get_if<problem::HostWork>(&work);
        if (host_work == nullptr)
            continue;
        for (const auto index : buffers_of(*host_work)) {
            if (m_places[index].host)
                continue;
            const auto& buffer = m_plan->buffers[index];
            auto host = gpu::HostBuffer::allocate(stream.context(), buffer.bytes, fmt::format("buffer `{}`", buffer.name));
            if (!host)
                return host.error();
            m_places[index].host.emplace(std::move(*host));
        }
    }
    return {};
}

Result<void> GpuPlan::fill(gpu::Stream& stream, GpuPlan* previous)
{
    auto addresses = map(stream);
    if (!addresses)
        return addresses.error();
    return settle(stream, *addresses, enqueue_contents(stream, *addresses, previous));
}

Result<void> GpuPlan::enqueue_contents(gpu::Stream& stream, const Addresses& addresses, GpuPlan* previous) const
{
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        const auto& buffer = m_plan->buffers[i];
        const auto& place = m_places[i];
        const auto* kept = kept_place(buffer, previous);
        // Shared memory changes only in take_back(), after which nothing is shared, so what was shared before still lies there.
        VERIFY(kept == nullptr || kept->shared == nullptr || kept->shared == place.shared);
        const bool lies_there = kept != nullptr && (kept->shared != nullptr || place.shared == nullptr);
        if (lies_there)
            continue;
        VERIFY(buffer.initial.empty() || buffer.initial.size() == buffer.bytes);
        const auto to = addresses.of[i];
        auto done = kept != nullptr  ? stream.copy(to, kept->own->address(), buffer.bytes)
            : buffer.initial.empty() ? stream.clear(to, buffer.bytes)
                                     : stream.upload(to, buffer.initial);
        if (!done)
            return done;
    }
    return {};
}

bool GpuPlan::is_shared(std::string_view buffer) const
{
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        if (m_plan->buffers[i].name == buffer)
            return m_places[i].shared != nullptr;
    }
    return false;
}

Result<GpuPlan::Addresses> GpuPlan::map(gpu::Stream& stream)
{
    std::vector<std::shared_ptr<gpu::GraphicsBuffer>> shared;
    for (const auto& place : m_places) {
        if (place.shared != nullptr)
            shared.push_back(place.shared);
    }
    auto mapping = gpu::GraphicsMapping::map(stream, shared);
    if (!mapping)
        return mapping.error();
    Addresses addresses { std::move(*mapping), {} };
    auto range = addresses.mapping.ranges().begin();
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        const auto& place = m_places[i];
        if (place.shared == nullptr) {
            addresses.of.push_back(place.own ? place.own->address() : 0); // 0: about to move over, not needed yet
            continue;
        }
        if (range->bytes < m_plan->buffers[i].bytes) {
            return Error { fmt::format("The OpenGL buffer shared as `{}` has {} bytes, but {} are needed: share a larger one.",
                m_plan->buffers[i].name, range->bytes, m_plan->buffers[i].bytes) };
        }
        addresses.of.push_back(range->address);
        ++range;
    }
    return addresses;
}

Result<void> GpuPlan::settle(gpu::Stream& stream, Addresses& addresses, const Result<void>& work)
{
    auto unmapped = addresses.mapping.unmap();
    auto ended = stream.synchronize();
    return !work ? work : !unmapped ? unmapped : ended;
}

Result<void> GpuPlan::read(gpu::Stream& stream, problem::BufferIndex buffer, std::span<std::byte> destination)
{
    auto addresses = map(stream);
    if (!addresses)
        return addresses.error();
    return settle(stream, *addresses, stream.download(destination, addresses->of[buffer]));
}

Result<void> GpuPlan::take_back(gpu::Stream& stream)
{
    std::vector<std::optional<gpu::Buffer>> own(m_places.size());
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        if (m_places[i].shared == nullptr)
            continue;
        const auto& buffer = m_plan->buffers[i];
        auto memory = gpu::Buffer::allocate(stream.context(), buffer.bytes, fmt::format("buffer `{}`", buffer.name));
        if (!memory)
            return memory.error();
        own[i].emplace(std::move(*memory));
    }
    auto addresses = map(stream);
    if (!addresses)
        return addresses.error();
    Result<void> copied;
    for (std::size_t i = 0; i < own.size() && copied; ++i) {
        if (own[i])
            copied = stream.copy(own[i]->address(), addresses->of[i], own[i]->bytes());
    }
    if (auto done = settle(stream, *addresses, copied); !done)
        return done;
    for (std::size_t i = 0; i < own.size(); ++i) {
        if (own[i]) {
            m_places[i].own = std::move(own[i]);
            m_places[i].shared.reset();
        }
    }
    return {};
}

Result<std::vector<gpu::Texture>*> GpuPlan::place_textures(
    gpu::Stream& stream, const problem::KernelLaunch& launch, Launch& prepared, const std::vector<std::uint64_t>& addresses) const
{
    const auto arguments = texture_arguments(launch);
    std::vector<std::uint64_t> places;
    for (const auto& argument : arguments)
        places.push_back(addresses[argument.buffer]);
    const auto known = prepared.textures.find(places);
    if (known != prepared.textures.end())
        return &known->second;
    std::vector<gpu::Texture> textures;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        auto made = gpu::Texture::create(stream.context(), arguments[i].texture, places[i], texture_name(*m_plan, arguments[i]));
        if (!made)
            return made.error();
        if (auto done = made->fill(stream); !done)
            return done.error();
        textures.push_back(std::move(*made));
    }
    return &prepared.textures.emplace(std::move(places), std::move(textures)).first->second;
}

Result<void> GpuPlan::launch(gpu::Stream& stream, std::size_t work, const Addresses& addresses)
{
    const auto& launch = std::get<problem::KernelLaunch>(m_plan->step[work]);
    auto& prepared = *m_launches[work];
    auto textures = place_textures(stream, launch, prepared, addresses.of);
    if (!textures)
        return textures.error();
    for (auto& texture : **textures) {
        if (auto done = texture.fill(stream); !done)
            return done;
    }
    // Buffers move between two steps, when nobody reads the old textures.
    std::erase_if(prepared.textures, [&](const auto& placed) { return &placed.second != *textures; });
    if (auto done = prepared.begin.record(stream); !done)
        return done;
    if (auto done = launch_untimed(stream, work, addresses.of); !done)
        return done;
    return prepared.end.record(stream);
}

Result<void> GpuPlan::launch_untimed(gpu::Stream& stream, std::size_t work, const std::vector<std::uint64_t>& addresses)
{
    const auto& launch = std::get<problem::KernelLaunch>(m_plan->step[work]);
    auto& prepared = *m_launches[work];
    auto textures = place_textures(stream, launch, prepared, addresses);
    if (!textures)
        return textures.error();
    std::vector<std::uint64_t> handles;
    for (const auto& texture : **textures)
        handles.push_back(texture.handle());
    auto block = parameter_block(*prepared.kernel.declaration, launch, addresses, handles);
    VERIFY(block.ok()); // as in prepare_launches()
    std::vector<void*> arguments;
    for (const auto& parameter : prepared.kernel.declaration->parameters)
        arguments.push_back(block->data() + parameter.offset);
    const gpu::LaunchShape shape { launch.grid, launch.block, launch.shared_bytes };
    return stream.launch(prepared.kernel.function.handle, shape, arguments, launch.kernel);
}

Result<std::chrono::nanoseconds> GpuPlan::time_of(std::size_t work) const
{
    return gpu::Event::between(m_launches[work]->begin, m_launches[work]->end);
}

std::span<std::byte> GpuPlan::host_copy(problem::BufferIndex buffer) const
{
    return m_places[buffer].host->bytes();
}

} // namespace warpstage::engine
