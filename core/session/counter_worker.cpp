#include "core/session/counter_worker.h"

#include "core/analysis/metrics.h"
#include "core/engine/gpu/counted_step.h"
#include "core/session/grid_prediction.h"

#include <limits>
#include <utility>

namespace warpstage::session {

namespace {

// The figures that hardware counts, where it has not.
std::vector<analysis::Comparison> predicted_alone(const analysis::KernelReport& report)
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

CounterView count_and_predict(
    const CounterRequest& request, const std::stop_token& stop, const std::function<void()>& when_counted)
{
    CounterView view;
    std::optional<engine::CountedStep> counted;
    view.refusal = request.no_gpu;
    const auto* traits = request.traits;
    if (view.refusal.empty()) {
        auto outcome = engine::count_step(request.lesson, request.plan, analysis::hardware_counters());
        if (outcome) {
            counted = std::move(*outcome);
            view.machine = counted->machine.name;
            traits = &arch::traits_of({ counted->machine.capability_major, counted->machine.capability_minor });
        } else {
            view.refusal = outcome.error().message;
        }
    }
    if (when_counted)
        when_counted();
    auto prediction = predict_step(request.programs, request.plan, *traits, stop);
    if (!prediction) {
        view.unpredicted = prediction.error().message;
        return view;
    }
    view.architecture = traits->name;
    for (std::size_t i = 0; i < prediction->launches.size(); ++i) {
        const auto& launch = prediction->launches[i];
        const bool measured = counted && i < counted->launches.size();
        view.launches.push_back({ launch.kernel, launch.grid, launch.block,
            measured ? analysis::compare(launch.report, counted->launches[i].values) : predicted_alone(launch.report) });
    }
    return view;
}

void CounterWorker::start(CounterRequest request)
{
    give_up();
    m_busy = true;
    m_holds_gpu = request.no_gpu.empty();
    m_thread = std::jthread([this, request = std::move(request)](const std::stop_token& stop) {
        auto view = count_and_predict(request, stop, [this] { m_holds_gpu = false; });
        {
            const std::scoped_lock lock(m_mutex);
            if (!stop.stop_requested())
                m_finished = std::move(view);
        }
        m_busy = false;
    });
}

void CounterWorker::give_up()
{
    if (m_thread.joinable()) {
        m_thread.request_stop();
        m_thread.join();
    }
    const std::scoped_lock lock(m_mutex);
    m_finished.reset();
    m_busy = false;
    m_holds_gpu = false;
}

std::optional<CounterView> CounterWorker::take()
{
    const std::scoped_lock lock(m_mutex);
    return std::exchange(m_finished, std::nullopt);
}

void CounterWorker::wait_until_idle()
{
    if (m_thread.joinable())
        m_thread.join();
}

} // namespace warpstage::session
