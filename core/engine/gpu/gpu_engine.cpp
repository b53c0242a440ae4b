#include "core/engine/gpu/gpu_engine.h"

#include "core/base/text.h"
#include "core/engine/gpu/gpu_kernels.h"
#include "core/engine/gpu/gpu_plan.h"
#include "core/engine/gpu/gpu_sampler.h"
#include "core/engine/gpu/gpu_series.h"
#include "core/engine/gpu/gpu_step.h"
#include "core/engine/gpu/host_tail.h"
#include "core/gpu/context.h"
#include "core/gpu/driver/driver.h"
#include "core/gpu/event.h"
#include "core/gpu/graphics_buffer.h"
#include "core/gpu/libraries/cub.h"
#include "core/gpu/libraries/cublas.h"
#include "core/gpu/named_range.h"
#include "core/gpu/stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <numeric>
#include <utility>

namespace warpstage::engine {

namespace {

// "580.159" of "580.159.03", or the CUDA version of the driver if its kernel module reports no version.
std::string driver_text(const gpu::Driver& driver)
{
    const auto module = gpu::module_version();
    const auto numbers = text::split(module, '.');
    if (numbers.size() < 2)
        return fmt::format("driver for CUDA {}", gpu::version_text(driver.version()));
    return fmt::format("driver {}.{}", numbers[0], numbers[1]);
}

Description describe(const gpu::Context& context)
{
    const auto& device = context.device();
    return { EngineKind::gpu, device.name,
        fmt::format("CC {}.{}, {} SMs, {}", device.capability_major, device.capability_minor, device.multiprocessors,
            driver_text(context.driver())),
        device.capability_major, device.capability_minor, driver_text(context.driver()), device.multiprocessors,
        device.clock_megahertz, device.memory_bytes, device.level2_cache_bytes };
}

std::size_t device_bytes(const problem::Plan& plan)
{
    std::size_t bytes = 0;
    for (const auto& buffer : plan.buffers)
        bytes += buffer.place == problem::Place::device ? buffer.bytes : 0;
    return bytes;
}

class GpuEngine final : public Engine {
public:
    GpuEngine(std::shared_ptr<gpu::Context> context, gpu::Stream stream, gpu::Event finished)
        : m_context(std::move(context))
        , m_description(describe(*m_context))
        , m_stream(std::move(stream))
        , m_finished(std::move(finished))
    {
    }

    ~GpuEngine() override
    {
        // Freeing uses the current context, and memory in use must not be freed.
        const auto ignored = m_context->make_current();
        static_cast<void>(ignored);
        interrupt(Interruption::at_once);
        m_step.reset();
        const auto also_ignored = m_stream.synchronize();
        static_cast<void>(also_ignored);
    }

    [[nodiscard]] const Description& description() const override { return m_description; }
    [[nodiscard]] bool lost() const override { return m_context->fault().has_value(); }

    [[nodiscard]] Result<void> load(const std::shared_ptr<const lesson::Lesson>& lesson) override
    {
        VERIFY(idle());
        if (auto usable = enter(); !usable)
            return usable;
        auto& cached = m_lessons[lesson->id];
        if (cached == nullptr || &cached->lesson() != lesson.get()) {
            auto kernels = GpuKernels::load(m_context, lesson);
            if (!kernels)
                return kernels.error();
            cached = std::move(*kernels);
        }
        m_kernels = cached;
        return {};
    }

    [[nodiscard]] Result<void> adopt(std::shared_ptr<const problem::Plan> plan, Contents contents) override
    {
        VERIFY(idle() && m_kernels != nullptr);
        if (auto usable = enter(); !usable)
            return usable;
        end_sampling(); // its copies make room
        if (contents == Contents::initial && must_make_room(*plan))
            m_plan.reset();
        auto* const previous = contents == Contents::keep ? m_plan.get() : nullptr;
        auto made = GpuPlan::make(m_stream, m_kernels, std::move(plan), m_lent, previous);
        if (!made)
            return made.error();
        m_plan = std::move(*made);
        return {};
    }

    [[nodiscard]] Result<void> share(std::vector<SharedBuffer> buffers) override
    {
        VERIFY(idle());
        if (auto usable = enter(); !usable)
            return usable;
        if (m_plan != nullptr)
            m_plan->stop_showing();
        m_lent.clear();
        std::vector<LentBuffer> lent;
        for (auto& buffer : buffers) {
            VERIFY(buffer.gl_name >= 1);
            auto registered =
                gpu::GraphicsBuffer::register_gl(m_context, buffer.gl_name, fmt::format("buffer `{}`", buffer.buffer));
            if (!registered)
                return registered.error();
            lent.push_back({ std::move(buffer.buffer), buffer.bytes, std::move(*registered) });
        }
        m_lent = std::move(lent);
        return {};
    }

    [[nodiscard]] bool is_shared(std::string_view buffer) const override { return m_plan != nullptr && m_plan->is_shown(buffer); }

    [[nodiscard]] Result<void> start() override
    {
        VERIFY(idle() && m_plan != nullptr);
        if (auto usable = enter(); !usable)
            return usable;
        const auto range = named_range();
        auto step = GpuStep::begin(*m_plan, m_stream, m_finished);
        if (!step)
            return step.error();
        m_step.emplace(std::move(*step));
        return {};
    }

    [[nodiscard]] Result<std::optional<StepOutcome>> poll() override
    {
        if (auto usable = enter(); !usable) {
            m_step.reset(); // nobody can wait for it
            return usable.error();
        }
        if (idle())
            return std::optional<StepOutcome> {};
        auto outcome = m_step->advance();
        if (!outcome || outcome->has_value())
            m_step.reset();
        return outcome;
    }

    [[nodiscard]] Result<StepOutcome> wait() override
    {
        if (auto usable = enter(); !usable) {
            m_step.reset(); // nobody can wait for it
            return usable.error();
        }
        VERIFY(!idle());
        while (true) {
            if (auto done = m_step->block(); !done) {
                m_step.reset();
                return done.error();
            }
            auto outcome = poll();
            if (!outcome)
                return outcome.error();
            if (outcome->has_value())
                return std::move(**outcome);
        }
    }

    [[nodiscard]] bool idle() const override { return !m_step.has_value(); }

    void interrupt(Interruption /*how*/) override
    {
        if (m_step)
            m_step->interrupt(); // kernels run to their end: milliseconds
    }

    [[nodiscard]] Result<Series> measure(const SeriesRequest& request) override
    {
        VERIFY(idle() && m_plan != nullptr);
        if (auto usable = enter(); !usable)
            return usable.error();
        end_sampling();
        const auto range = named_range();
        if (request.by == By::library)
            return measure_library(request);
        const auto run_step = [this]() -> Result<StepOutcome> {
            if (auto started = start(); !started)
                return started.error();
            return wait();
        };
        if (auto tail = HostTail::of(*m_plan))
            return measure_with_tail(request, *tail, run_step);
        auto series = measure_step_by_step(request, run_step);
        if (series)
            describe_plan(m_plan->plan(), *series);
        return series;
    }

    [[nodiscard]] Result<Sample> sample(const SampleRequest& request) override
    {
        VERIFY(idle() && m_plan != nullptr);
        if (auto usable = enter(); !usable)
            return usable.error();
        const auto range = named_range();
        if (m_sampler != nullptr)
            return m_sampler->take();
        auto made = GpuSampler::make(*m_plan, m_stream, request);
        if (!made)
            return made.error();
        m_sampler = std::move(*made);
        if (m_sampler == nullptr) {
            m_plan->forget_other_places();
            return Sample {};
        }
        return Sample { Sample::Outcome::warmed_up, {}, 0 };
    }

    [[nodiscard]] Result<void> read(problem::BufferIndex buffer, std::span<std::byte> destination) override
    {
        VERIFY(idle() && m_plan != nullptr && destination.size() == m_plan->plan().buffers[buffer].bytes);
        if (auto usable = enter(); !usable)
            return usable;
        return m_plan->read(m_stream, buffer, destination);
    }

    [[nodiscard]] Result<std::unique_ptr<BufferCopy>> copy(problem::BufferIndex buffer) override
    {
        VERIFY(idle() && m_plan != nullptr);
        if (auto usable = enter(); !usable)
            return usable.error();
        return m_plan->copy(m_stream, buffer);
    }

private:
    // The launches back to back, then the host works separately, each with the same number of samples.
    [[nodiscard]] Result<Series> measure_with_tail(
        const SeriesRequest& request, HostTail& tail, const std::function<Result<StepOutcome>()>& run_step)
    {
        // Inputs of the host works.
        if (!tail.empty()) {
            if (const auto outcome = run_step(); !outcome)
                return outcome.error();
        }
        auto series = measure_back_to_back(*m_plan, m_stream, request);
        if (!series)
            return series;
        for (auto* samples : { &series->samples, &series->graph_samples }) {
            for (auto& sample : *samples) {
                const auto on_host = tail.time();
                if (!on_host)
                    return on_host.error();
                sample = std::accumulate(on_host->begin(), on_host->end(), sample);
            }
        }
        return series;
    }

    // Whether the GPU has no room for this plan in addition to the old one, but may have room for it alone.
    [[nodiscard]] bool must_make_room(const problem::Plan& plan) const
    {
        const auto memory = m_context->memory();
        const auto bytes = device_bytes(plan);
        return memory && bytes > memory->free && bytes <= memory->total;
    }

    void end_sampling()
    {
        if (m_sampler == nullptr)
            return;
        m_sampler.reset();
        m_plan->forget_other_places();
    }

    // For Nsight Systems: names the lesson and variant.
    [[nodiscard]] gpu::NamedRange named_range() const
    {
        return gpu::NamedRange { fmt::format("{} {}", m_kernels->lesson().id, m_plan->plan().variant) };
    }

    [[nodiscard]] Result<void> open_library(problem::LibraryCall::Function function)
    {
        if (function == problem::LibraryCall::Function::sum) {
            if (m_cub == nullptr) {
                auto opened = gpu::Cub::open(m_context, gpu::cub_libraries());
                if (!opened)
                    return opened.error();
                m_cub = std::move(*opened);
            }
        } else if (m_cublas == nullptr) {
            auto opened = gpu::Cublas::open(m_context, gpu::cublas_libraries());
            if (!opened)
                return opened.error();
            m_cublas = std::move(*opened);
        }
        return {};
    }

    [[nodiscard]] Result<Series> measure_library(const SeriesRequest& request)
    {
        const auto& call = m_plan->plan().library;
        VERIFY(call.has_value());
        if (auto opened = open_library(call->function); !opened)
            return opened.error();
        return measure_back_to_back(*m_plan, m_stream, request, [&](const std::vector<std::uint64_t>& addresses) {
            switch (call->function) {
            case problem::LibraryCall::Function::sgemm:
                return m_cublas->multiply_floats(
                    m_stream, call->rows, addresses[call->a], addresses[call->b], addresses[call->result]);
            case problem::LibraryCall::Function::dgemm:
                return m_cublas->multiply_doubles(
                    m_stream, call->rows, addresses[call->a], addresses[call->b], addresses[call->result]);
            case problem::LibraryCall::Function::sgeam:
                return m_cublas->transpose_floats(
                    m_stream, call->rows, call->columns, addresses[call->a], addresses[call->result]);
            case problem::LibraryCall::Function::sum:
                return m_cub->sum_ints(m_stream, call->rows, addresses[call->a], addresses[call->result]);
            }
            VERIFY_NOT_REACHED();
        });
    }

    // Every call starts here and, after a fault, also ends here.
    [[nodiscard]] Result<void> enter() const
    {
        if (auto fault = m_context->fault())
            return *std::move(fault);
        return m_context->make_current();
    }

    std::shared_ptr<gpu::Context> m_context;
    Description m_description;
    gpu::Stream m_stream;
    gpu::Event m_finished; // of the running step
    std::unique_ptr<gpu::Cublas> m_cublas; // created on first use
    std::unique_ptr<gpu::Cub> m_cub;
    std::map<std::string, std::shared_ptr<GpuKernels>, std::less<>> m_lessons; // by id
    std::shared_ptr<GpuKernels> m_kernels; // of the lesson loaded last
    std::vector<LentBuffer> m_lent;
    std::unique_ptr<GpuPlan> m_plan;
    std::unique_ptr<GpuSampler> m_sampler; // for that plan; null: no sample requested yet, or the plan is not suitable
    std::optional<GpuStep> m_step; // nothing while idle
};

} // namespace

std::vector<std::string> gpu_names()
{
    std::vector<std::string> names;
    const auto driver = gpu::Driver::load();
    const auto devices = driver ? gpu::all_devices(**driver) : Result<std::vector<gpu::DeviceInfo>> { driver.error() };
    if (devices) {
        for (const auto& device : *devices)
            names.push_back(device.name);
    }
    return names;
}

Result<std::unique_ptr<Engine>> make_gpu_engine(int device_index)
{
    auto driver = gpu::Driver::load();
    if (!driver)
        return driver.error();
    return make_gpu_engine(std::move(*driver), device_index);
}

Result<std::unique_ptr<Engine>> make_gpu_engine(std::shared_ptr<const gpu::Driver> driver, int device_index)
{
    auto context = gpu::Context::create(std::move(driver), device_index);
    if (!context)
        return context.error();
    auto stream = gpu::Stream::create(*context);
    if (!stream)
        return stream.error();
    auto finished = gpu::Event::create(*context, gpu::Event::Purpose::completion);
    if (!finished)
        return finished.error();
    return std::unique_ptr<Engine> { std::make_unique<GpuEngine>(std::move(*context), std::move(*stream), std::move(*finished)) };
}

} // namespace warpstage::engine
