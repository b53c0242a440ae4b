#include "core/engine/gpu/gpu_plan.h"

#include "core/engine/gpu/gpu_copy.h"
#include "core/engine/gpu/gpu_tensor_maps.h"
#include "core/engine/launch_parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

namespace warpstage::engine {

namespace {

// Error: more than the total memory of the GPU.
Result<void> check_size(const problem::Plan& plan, const gpu::Stream& stream)
{
    constexpr double kGibibyte = 1024.0 * 1024.0 * 1024.0;
    double bytes = 0.0;
    for (const auto& buffer : plan.buffers)
        bytes += static_cast<double>(buffer.bytes);
    const auto& device = stream.context()->device();
    const auto room = static_cast<double>(device.memory_bytes);
    if (bytes <= room)
        return {};
    return Error { fmt::format(
        "The buffers of this step need {:.2f} GiB, but {} has {:.2f} GiB of memory. Choose a smaller size.", bytes / kGibibyte,
        device.name, room / kGibibyte) };
}

// Error: memory that only the virtual device has. A capture from someone else therefore never runs on the GPU.
Result<void> check_places(const problem::Plan& plan)
{
    const bool captured = std::ranges::any_of(
        plan.buffers, [](const problem::Buffer& buffer) { return buffer.address.has_value() || !buffer.variable.empty(); });
    if (!captured)
        return {};
    return Error { "The buffers of this lesson have fixed addresses or are variables of the kernels, as in a capture, which runs "
                   "on the virtual device only; add `--engine vm`." };
}

// The stream of the launch or transfer: `stream` is the first, and the only one if the plan has no others.
gpu::Stream& stream_of(const problem::Work& work, gpu::Stream& stream, std::vector<gpu::Stream>& further)
{
    const auto* launch = std::get_if<problem::KernelLaunch>(&work);
    const auto index = launch != nullptr ? launch->stream : std::get<problem::Transfer>(work).stream;
    return index == 0 || further.empty() ? stream : further[index - 1];
}

// Addresses of the buffers of the launch's textures, in the order of the arguments.
std::vector<std::uint64_t> texture_places(const problem::KernelLaunch& launch, const std::vector<std::uint64_t>& addresses)
{
    std::vector<std::uint64_t> places;
    for (const auto& argument : texture_arguments(launch))
        places.push_back(addresses[argument.buffer]);
    return places;
}

// Fills the buffers that contain addresses of others, when all addresses are known.
Result<void> upload_addresses(gpu::Stream& stream, const problem::Plan& plan, const std::vector<std::uint64_t>& addresses)
{
    for (std::size_t i = 0; i < addresses.size(); ++i) {
        if (plan.buffers[i].addresses.empty())
            continue;
        const auto bytes = initial_bytes(plan.buffers[i], addresses);
        const auto enqueued = stream.upload(addresses[i], bytes);
        const auto ended = stream.synchronize(); // `bytes` must outlive the upload
        if (!enqueued || !ended)
            return !enqueued ? enqueued : ended;
    }
    return {};
}

} // namespace

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
    if (auto done = check_places(*result->m_plan); !done)
        return done.error();
    if (auto done = check_size(*result->m_plan, stream); !done)
        return done.error();
    // Calls that may fail in practice come first; calls that only a broken driver fails, and those that affect memory in use,
    // come last.
    if (auto done = result->prepare_launches(stream); !done)
        return done.error();
    if (auto done = result->prepare_streams(stream); !done)
        return done.error();
    if (auto done = result->allocate(stream, lent, previous); !done)
        return done.error();
    if (auto done = result->allocate_host_copies(stream); !done)
        return done.error();
    if (auto done = result->fill(stream); !done)
        return done.error();
    for (std::size_t i = 0; i < result->m_places.size(); ++i) {
        auto& place = result->m_places[i];
        const auto& buffer = result->m_plan->buffers[i];
        if (!place.own && buffer.place == problem::Place::device)
            place.own = std::exchange(result->kept_place(buffer, previous)->own, std::nullopt);
        result->m_addresses.push_back(place.own ? place.own->address() : 0);
    }
    if (auto stored = upload_addresses(stream, *result->m_plan, result->m_addresses); !stored)
        return stored.error();
    if (auto made = result->try_tensor_maps(stream); !made)
        return made.error();
    if (auto shown = result->show(stream); !shown)
        return shown.error();
    return result;
}

GpuPlan::GpuPlan(std::shared_ptr<GpuKernels> kernels, std::shared_ptr<const problem::Plan> plan)
    : m_kernels(std::move(kernels))
    , m_plan(std::move(plan))
{
}

Result<void> GpuPlan::prepare_launches(gpu::Stream& stream)
{
    // The check of the arguments does not depend on the addresses.
    const std::vector<std::uint64_t> no_addresses(m_plan->buffers.size());
    for (const auto& work : m_plan->step) {
        m_launches.emplace_back();
        m_marks.emplace_back();
        if (!std::holds_alternative<problem::HostWork>(work)) {
            auto begin = gpu::Event::create(stream.context(), gpu::Event::Purpose::timing);
            if (!begin)
                return begin.error();
            auto end = gpu::Event::create(stream.context(), gpu::Event::Purpose::timing);
            if (!end)
                return end.error();
            m_marks.back().emplace(Marks { std::move(*begin), std::move(*end) });
        }
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
        m_launches.back().emplace(Launch { *kernel });
    }
    return {};
}

Result<void> GpuPlan::try_tensor_maps(gpu::Stream& stream) const
{
    for (std::size_t work = 0; work < m_launches.size(); ++work) {
        if (!m_launches[work])
            continue;
        const auto& launch = std::get<problem::KernelLaunch>(m_plan->step[work]);
        const auto& kernel = *m_launches[work]->kernel.declaration;
        const std::vector<std::uint64_t> no_textures(texture_arguments(launch).size());
        auto block = parameter_block(kernel, launch, m_addresses, no_textures);
        VERIFY(block.ok()); // as in prepare_launches()
        if (auto done = use_driver_form(*stream.context(), kernel, launch, *block); !done)
            return done;
    }
    return {};
}

Result<void> GpuPlan::prepare_streams(gpu::Stream& stream)
{
    std::uint32_t last = 0;
    bool transfers = false;
    for (const auto& work : m_plan->step) {
        if (const auto* launch = std::get_if<problem::KernelLaunch>(&work))
            last = std::max(last, launch->stream);
        if (const auto* transfer = std::get_if<problem::Transfer>(&work)) {
            last = std::max(last, transfer->stream);
            transfers = true;
        }
    }
    if (!transfers)
        return {};
    auto fork = gpu::Event::create(stream.context(), gpu::Event::Purpose::timing);
    if (!fork)
        return fork.error();
    m_fork.emplace(std::move(*fork));
    for (std::uint32_t i = 0; i < last; ++i) {
        auto further = gpu::Stream::create(stream.context());
        if (!further)
            return further.error();
        auto join = gpu::Event::create(stream.context(), gpu::Event::Purpose::completion);
        if (!join)
            return join.error();
        m_streams.push_back(std::move(*further));
        m_joins.push_back(std::move(*join));
    }
    return {};
}

Result<void> GpuPlan::fork(gpu::Stream& stream)
{
    if (!has_transfers())
        return {};
    auto done = m_fork->record(stream);
    for (auto& further : m_streams) {
        if (done)
            done = m_fork->hold(further);
    }
    return done;
}

Result<void> GpuPlan::join(gpu::Stream& stream)
{
    Result<void> done;
    for (std::size_t i = 0; i < m_streams.size() && done; ++i) {
        done = m_joins[i].record(m_streams[i]);
        if (done)
            done = m_joins[i].hold(stream);
    }
    return done;
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
        if (buffer.place == problem::Place::pageable_host) {
            place.pageable.resize(buffer.bytes);
            continue;
        }
        if (buffer.place == problem::Place::pinned_host) {
            auto pinned = gpu::HostBuffer::allocate(stream.context(), buffer.bytes, fmt::format("buffer `{}`", buffer.name));
            if (!pinned)
                return pinned.error();
            place.host.emplace(std::move(*pinned));
            continue;
        }
        const auto found = std::ranges::find(lent, buffer.name, &LentBuffer::name);
        if (found != lent.end() && found->bytes >= buffer.bytes)
            place.shown = found->buffer;
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
            const auto& buffer = m_plan->buffers[index];
            if (m_places[index].host || buffer.place != problem::Place::device)
                continue;
            auto host = gpu::HostBuffer::allocate(stream.context(), buffer.bytes, fmt::format("buffer `{}`", buffer.name));
            if (!host)
                return host.error();
            m_places[index].host.emplace(std::move(*host));
        }
    }
    return {};
}

Result<void> GpuPlan::fill(gpu::Stream& stream)
{
    Result<void> enqueued;
    for (std::size_t i = 0; i < m_places.size() && enqueued; ++i) {
        const auto& buffer = m_plan->buffers[i];
        const auto& place = m_places[i];
        if (buffer.place != problem::Place::device) {
            std::ranges::fill(host_copy(i), std::byte {});
            std::ranges::copy(buffer.initial, host_copy(i).begin());
            continue;
        }
        if (!place.own)
            continue; // moves over with its contents
        VERIFY(buffer.initial.empty() || buffer.initial.size() == buffer.bytes);
        const auto to = place.own->address();
        enqueued = buffer.initial.empty() ? stream.clear(to, buffer.bytes) : stream.upload(to, buffer.initial);
    }
    const auto ended = stream.synchronize(); // always: no kernel may use memory that is freed after an Error
    return !enqueued ? enqueued : ended;
}

bool GpuPlan::is_shown(std::string_view buffer) const
{
    const auto found = std::ranges::find(m_plan->buffers, buffer, &problem::Buffer::name);
    return found != m_plan->buffers.end() && m_places[static_cast<std::size_t>(found - m_plan->buffers.begin())].shown != nullptr;
}

Result<void> GpuPlan::show(gpu::Stream& stream)
{
    std::vector<std::shared_ptr<gpu::GraphicsBuffer>> shown;
    for (const auto& place : m_places) {
        if (place.shown != nullptr)
            shown.push_back(place.shown);
    }
    if (shown.empty())
        return {};
    auto mapping = gpu::GraphicsMapping::map(stream, shown);
    if (!mapping)
        return mapping.error();
    Result<void> copied;
    auto range = mapping->ranges().begin();
    for (std::size_t i = 0; i < m_places.size() && copied; ++i) {
        if (m_places[i].shown == nullptr)
            continue;
        const auto& buffer = m_plan->buffers[i];
        if (range->bytes < buffer.bytes) {
            copied =
                Error { fmt::format("The OpenGL buffer shared as `{}` has {} bytes, but {} are required. Share a larger one.",
                    buffer.name, range->bytes, buffer.bytes) };
        } else {
            copied = stream.copy(range->address, m_addresses[i], buffer.bytes);
        }
        ++range;
    }
    const auto unmapped = mapping->unmap();
    return !copied ? copied : unmapped;
}

void GpuPlan::stop_showing()
{
    for (auto& place : m_places)
        place.shown.reset();
}

Result<void> GpuPlan::read(gpu::Stream& stream, problem::BufferIndex buffer, std::span<std::byte> destination)
{
    if (m_plan->buffers[buffer].place != problem::Place::device) {
        std::ranges::copy(host_copy(buffer), destination.begin()); // no kernel is running: an engine is read while idle
        return {};
    }
    const auto enqueued = stream.download(destination, m_addresses[buffer]);
    const auto ended = stream.synchronize();
    return !enqueued ? enqueued : ended;
}

Result<std::unique_ptr<BufferCopy>> GpuPlan::copy(gpu::Stream& stream, problem::BufferIndex buffer)
{
    const problem::Buffer& original = m_plan->buffers[buffer];
    if (original.place == problem::Place::device) {
        auto made =
            GpuCopy::make(stream, m_addresses[buffer], original.bytes, fmt::format("a copy of buffer `{}`", original.name));
        if (made || stream.context()->fault())
            return made;
    }
    std::vector<std::byte> content(original.bytes);
    if (auto done = read(stream, buffer, content); !done)
        return done.error();
    return std::unique_ptr<BufferCopy> { std::make_unique<HostCopy>(std::move(content)) };
}

Result<std::vector<gpu::Texture>*> GpuPlan::place_textures(
    gpu::Stream& stream, const problem::KernelLaunch& launch, Launch& prepared, const std::vector<std::uint64_t>& addresses) const
{
    const auto arguments = texture_arguments(launch);
    auto places = texture_places(launch, addresses);
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

Result<void> GpuPlan::launch(gpu::Stream& stream, std::size_t work)
{
    const auto& launch = std::get<problem::KernelLaunch>(m_plan->step[work]);
    auto& prepared = *m_launches[work];
    auto& own = stream_of(m_plan->step[work], stream, m_streams);
    auto textures = place_textures(own, launch, prepared, m_addresses);
    if (!textures)
        return textures.error();
    for (auto& texture : **textures) {
        if (auto done = texture.fill(own); !done)
            return done;
    }
    auto& marks = *m_marks[work];
    if (auto done = marks.begin.record(own); !done)
        return done;
    if (auto done = launch_untimed(own, work, m_addresses); !done)
        return done;
    if (auto done = marks.end.record(own); !done)
        return done;
    for (auto& texture : **textures) {
        if (auto done = texture.store(own); !done)
            return done;
    }
    return {};
}

Result<void> GpuPlan::transfer(gpu::Stream& stream, std::size_t work)
{
    const auto& transfer = std::get<problem::Transfer>(m_plan->step[work]);
    auto& own = stream_of(m_plan->step[work], stream, m_streams);
    auto& marks = *m_marks[work];
    if (auto done = marks.begin.record(own); !done)
        return done;
    const bool to_device = m_plan->buffers[transfer.to].place == problem::Place::device;
    auto done = to_device ? own.upload(
                    m_addresses[transfer.to] + transfer.offset, host_copy(transfer.from).subspan(transfer.offset, transfer.bytes))
                          : own.download(host_copy(transfer.to).subspan(transfer.offset, transfer.bytes),
                              m_addresses[transfer.from] + transfer.offset);
    if (!done)
        return done;
    return marks.end.record(own);
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
    if (auto done = use_driver_form(*stream.context(), *prepared.kernel.declaration, launch, *block); !done)
        return done;
    std::vector<void*> arguments;
    for (const auto& parameter : prepared.kernel.declaration->parameters)
        arguments.push_back(block->data() + parameter.offset);
    const gpu::LaunchShape shape { launch.grid, launch.block, launch.shared_bytes };
    return stream.launch(prepared.kernel.function.handle, shape, arguments, launch.kernel);
}

void GpuPlan::forget_other_places()
{
    for (std::size_t work = 0; work < m_launches.size(); ++work) {
        if (!m_launches[work])
            continue;
        const auto own = texture_places(std::get<problem::KernelLaunch>(m_plan->step[work]), m_addresses);
        std::erase_if(m_launches[work]->textures, [&](const auto& placed) { return placed.first != own; });
    }
}

Result<std::chrono::nanoseconds> GpuPlan::time_of(std::size_t work) const
{
    return gpu::Event::between(m_marks[work]->begin, m_marks[work]->end);
}

Result<WorkSpan> GpuPlan::span_of(std::size_t work) const
{
    const auto begin = gpu::Event::between(*m_fork, m_marks[work]->begin);
    if (!begin)
        return begin.error();
    const auto end = gpu::Event::between(*m_fork, m_marks[work]->end);
    if (!end)
        return end.error();
    return WorkSpan { *begin, *end };
}

std::span<std::byte> GpuPlan::host_copy(problem::BufferIndex buffer)
{
    auto& place = m_places[buffer];
    if (m_plan->buffers[buffer].place == problem::Place::pageable_host)
        return place.pageable;
    return place.host->bytes();
}

} // namespace warpstage::engine
