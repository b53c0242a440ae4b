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

Counters::MapKernel Counters::default_map()
{
    return [](const analysis::HeatRequest& request, auto& progress) {
        return std::make_shared<const HeatMap>(analysis::map_heat(request, progress.stop(), publish_to<HeatMap>(progress)));
    };
}

Counters::FindWaves Counters::default_waves()
{
    return [](const timing::EstimateRequest& request, auto& progress) {
        return std::make_shared<const timing::Waves>(
            timing::find_waves(request, progress.stop(), publish_to<timing::Waves>(progress)));
    };
}

Counters::FindErrors Counters::default_rounding()
{
    return [](const analysis::RoundingRequest& request, auto& progress) {
        return std::make_shared<const analysis::RoundingErrors>(
            analysis::find_rounding_errors(request, progress.stop(), publish_to<analysis::RoundingErrors>(progress)));
    };
}

Counters::Counters(Program& program, Notices& notices, Urgency urgency, CountHardware count, MapKernel map, FindWaves find,
    FindErrors find_errors)
    : m_program(program)
    , m_notices(notices)
    , m_urgency(urgency)
    , m_hardware_worker(std::move(count))
    , m_heat_worker(std::move(map))
    , m_waves_worker(std::move(find))
    , m_rounding_worker(std::move(find_errors))
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
    m_waves_due = m_waves_due || cue.subject == lesson::FigureSubject::waves;
}

void Counters::forget()
{
    m_hardware_worker.cancel();
    m_hardware = nullptr;
    m_hardware_due = false;
    m_heat_worker.cancel();
    m_heat = nullptr;
    m_heat_due = false;
    m_waves_worker.cancel();
    m_waves = nullptr;
    m_waves_due = false;
    m_rounding_worker.cancel();
    m_rounding = nullptr;
    m_rounding_due = false;
}

void Counters::collect()
{
    if (auto found = m_hardware_worker.take())
        m_hardware = std::make_shared<const CounterView>(std::move(found->result));
    if (auto grown = m_heat_worker.take())
        m_heat = std::move(grown->result);
    if (auto grown = m_waves_worker.take())
        m_waves = std::move(grown->result);
    if (auto grown = m_rounding_worker.take())
        m_rounding = std::move(grown->result);
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

void Counters::start_heat(const arch::Traits& traits)
{
    if (!std::exchange(m_heat_due, false))
        return;
    auto plan = plan_with_kernel(tr("No heat map: this variant runs on the host and launches no kernel."));
    if (plan == nullptr)
        return;
    HeatMap waiting;
    waiting.running = true;
    m_heat = std::make_shared<const HeatMap>(std::move(waiting));
    const auto work = plan->recorded_work;
    m_heat_worker.request({ m_program.programs(), std::move(plan), work, &traits }, m_urgency);
}

void Counters::start_waves(const arch::Architecture& architecture)
{
    if (!std::exchange(m_waves_due, false))
        return;
    auto plan = plan_with_kernel(tr("No waves: this variant runs on the host and launches no kernel."));
    if (plan == nullptr)
        return;
    timing::Waves waiting;
    waiting.running = true;
    m_waves = std::make_shared<const timing::Waves>(std::move(waiting));
    m_waves_worker.request(
        { m_program.programs(), std::move(plan), architecture.traits, &architecture.assumed_gpu() }, m_urgency);
}

void Counters::start_rounding()
{
    if (!std::exchange(m_rounding_due, false))
        return;
    auto plan = plan_with_kernel(tr("No rounding errors: this variant runs on the host and launches no kernel."));
    if (plan == nullptr)
        return;
    analysis::RoundingErrors waiting;
    waiting.running = true;
    m_rounding = std::make_shared<const analysis::RoundingErrors>(std::move(waiting));
    m_rounding_worker.request({ m_program.programs(), std::move(plan) }, m_urgency);
}

void Counters::wait_until_idle()
{
    m_hardware_worker.wait_until_idle();
    m_heat_worker.wait_until_idle();
    m_waves_worker.wait_until_idle();
    m_rounding_worker.wait_until_idle();
}

} // namespace warpstage::session
