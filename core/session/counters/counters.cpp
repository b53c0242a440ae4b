#include "core/session/counters/counters.h"

#include "core/analysis/metrics.h"
#include "core/analysis/recording/grid_prediction.h"
#include "core/base/words.h"
#include "core/engine/gpu/counted_step.h"

#include <chrono>
#include <limits>
#include <utility>

namespace warpstage::session {

namespace {

constexpr std::chrono::milliseconds kPublishInterval { 100 };

// Publishes what has grown so far, at intervals.
template <typename Grown> auto publish_to(auto& progress)
{
    return [&progress, published = std::chrono::steady_clock::now()](const Grown& grown) mutable {
        const auto now = std::chrono::steady_clock::now();
        if (now - published < kPublishInterval)
            return;
        published = now;
        progress.publish(std::make_shared<const Grown>(grown));
    };
}

// The metrics of the hardware counters, without measured values.
std::vector<analysis::Comparison> only_predicted(const analysis::KernelReport& report)
{
    constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();
    std::vector<analysis::Comparison> rows;
    for (const auto& metric : analysis::all_metrics()) {
        if (metric.counted())
            rows.push_back({ &metric, metric.value(report.total), kNothing, kNothing, true, {} });
    }
    return rows;
}

} // namespace

CounterView count_and_predict(CounterRequest& request, const std::stop_token& stop)
{
    CounterView view;
    std::optional<engine::CountedStep> counted;
    view.refusal = request.no_gpu;
    const auto* traits = request.traits;
    if (view.refusal.empty()) {
        auto outcome = engine::count_step(request.lesson, request.plan, analysis::hardware_counters(), request.gpu);
        if (outcome) {
            counted = std::move(*outcome);
            view.machine = counted->machine.name;
            traits = &arch::traits_of({ counted->machine.capability_major, counted->machine.capability_minor });
        } else {
            view.refusal = outcome.error().message;
        }
    }
    request.gpu_use.reset();
    auto prediction = analysis::predict_step(request.programs, request.plan, *traits, stop);
    if (!prediction) {
        view.unpredicted = prediction.error().message;
        return view;
    }
    view.architecture = traits->name;
    for (std::size_t i = 0; i < prediction->launches.size(); ++i) {
        const auto& launch = prediction->launches[i];
        const bool measured = counted && i < counted->launches.size();
        view.launches.push_back({ launch.kernel, launch.grid, launch.block,
            measured ? analysis::compare(launch.report, counted->launches[i].values) : only_predicted(launch.report) });
    }
    return view;
}

Counters::CountHardware Counters::default_count()
{
    return [](CounterRequest& request, auto& progress) {
        return count_and_predict(request, progress.stop());
    };
}

Counters::Heat::Compute Counters::default_heat()
{
    return [](const analysis::HeatRequest& request, auto& progress) {
        return std::make_shared<const HeatMap>(analysis::map_heat(request, progress.stop(), publish_to<HeatMap>(progress)));
    };
}

Counters::Waves::Compute Counters::default_waves()
{
    return [](const timing::EstimateRequest& request, auto& progress) {
        return std::make_shared<const timing::Waves>(
            timing::find_waves(request, progress.stop(), publish_to<timing::Waves>(progress)));
    };
}

Counters::Rounding::Compute Counters::default_rounding()
{
    return [](const analysis::RoundingRequest& request, auto& progress) {
        return std::make_shared<const analysis::RoundingErrors>(
            analysis::find_rounding_errors(request, progress.stop(), publish_to<analysis::RoundingErrors>(progress)));
    };
}

Counters::Counters(Program& program, Notices& notices, Urgency urgency, CountHardware count, Heat::Compute heat,
    Waves::Compute waves, Rounding::Compute rounding)
    : m_program(program)
    , m_notices(notices)
    , m_hardware_worker(std::move(count))
    , m_heat(std::move(heat), urgency)
    , m_waves(std::move(waves), urgency)
    , m_rounding(std::move(rounding), urgency)
{
}

void Counters::request_hardware()
{
    m_hardware_worker.cancel();
    m_hardware_due = true;
    CounterView waiting;
    waiting.running = true;
    m_hardware = std::make_shared<const CounterView>(std::move(waiting));
}

void Counters::select_for_cue(const lesson::Cue& cue)
{
    if (cue.subject == lesson::FigureSubject::waves)
        m_waves.request();
    if (cue.subject == lesson::FigureSubject::rounding)
        m_rounding.request();
}

void Counters::forget()
{
    m_hardware_worker.cancel();
    m_hardware = nullptr;
    m_hardware_due = false;
    m_heat.forget();
    m_waves.forget();
    m_rounding.forget();
}

void Counters::collect()
{
    if (auto found = m_hardware_worker.take())
        m_hardware = std::make_shared<const CounterView>(std::move(found->result));
    m_heat.collect();
    m_waves.collect();
    m_rounding.collect();
}

std::shared_ptr<const problem::Plan> Counters::plan_with_kernel(const char* otherwise)
{
    auto plan = m_program.plan_of(m_program.variant());
    if (plan != nullptr && recorded_launch(*plan) != nullptr)
        return plan;
    m_notices.add(Severity::attention, otherwise);
    return nullptr;
}

void Counters::start_hardware(const arch::Traits& traits, std::string no_gpu, int gpu)
{
    if (!std::exchange(m_hardware_due, false))
        return;
    auto plan = plan_with_kernel(tr("Nothing to count: this variant runs on the host and launches no kernel."));
    if (plan == nullptr) {
        m_hardware = nullptr;
        return;
    }
    // A canceled request may still use the GPU.
    auto use = no_gpu.empty() ? m_gpu_use.lock() : nullptr;
    if (no_gpu.empty() && use == nullptr)
        m_gpu_use = use = std::make_shared<const int>();
    m_hardware_worker.request(
        { m_program.lesson(), m_program.programs(), std::move(plan), &traits, std::move(no_gpu), gpu, use });
}

void Counters::start_on_vm(const arch::Traits& traits, const arch::Architecture& timed)
{
    m_heat.start([&]() -> std::optional<analysis::HeatRequest> {
        auto plan = plan_with_kernel(tr("No heat map: this variant runs on the host and launches no kernel."));
        if (plan == nullptr)
            return std::nullopt;
        const auto work = plan->recorded_work;
        return analysis::HeatRequest { m_program.programs(), std::move(plan), work, &traits };
    });
    m_waves.start([&]() -> std::optional<timing::EstimateRequest> {
        auto plan = plan_with_kernel(tr("No waves: this variant runs on the host and launches no kernel."));
        if (plan == nullptr)
            return std::nullopt;
        return timing::EstimateRequest { m_program.programs(), std::move(plan), timed.traits, &timed.assumed_gpu() };
    });
    m_rounding.start([&]() -> std::optional<analysis::RoundingRequest> {
        auto plan = plan_with_kernel(tr("No rounding errors: this variant runs on the host and launches no kernel."));
        if (plan == nullptr)
            return std::nullopt;
        return analysis::RoundingRequest { m_program.programs(), std::move(plan) };
    });
}

void Counters::wait_until_idle()
{
    m_hardware_worker.wait_until_idle();
    m_heat.wait_until_idle();
    m_waves.wait_until_idle();
    m_rounding.wait_until_idle();
}

} // namespace warpstage::session
