#include "core/session/counters/counters.h"

#include <chrono>
#include <utility>

namespace warpstage::session {

namespace {

constexpr std::chrono::milliseconds kPublishInterval { 100 };

} // namespace

Counters::CountHardware Counters::default_count()
{
    return [](CounterRequest& request, auto& progress) {
        return count_and_predict(request, progress.stop());
    };
}

Counters::MapKernel Counters::default_map()
{
    return [](const HeatRequest& request, auto& progress) {
        auto published = std::chrono::steady_clock::now();
        return std::make_shared<const HeatMap>(map_heat(request, progress.stop(), [&](const HeatMap& grown) {
            const auto now = std::chrono::steady_clock::now();
            if (now - published < kPublishInterval)
                return;
            published = now;
            progress.publish(std::make_shared<const HeatMap>(grown));
        }));
    };
}

Counters::Counters(Program& program, Notices& notices, Urgency urgency, CountHardware count, MapKernel map)
    : m_program(program)
    , m_notices(notices)
    , m_urgency(urgency)
    , m_hardware_worker(std::move(count))
    , m_heat_worker(std::move(map))
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

void Counters::forget()
{
    m_hardware_worker.cancel();
    m_hardware = nullptr;
    m_hardware_due = false;
    m_heat_worker.cancel();
    m_heat = nullptr;
    m_heat_due = false;
}

void Counters::collect()
{
    if (auto found = m_hardware_worker.take())
        m_hardware = std::make_shared<const CounterView>(std::move(found->result));
    if (auto grown = m_heat_worker.take())
        m_heat = std::move(grown->result);
}

std::shared_ptr<const problem::Plan> Counters::plan_with_kernel(const char* otherwise)
{
    auto plan = m_program.plan_of(m_program.variant());
    if (plan != nullptr && recorded_launch(*plan) != nullptr)
        return plan;
    m_notices.add(Severity::attention, otherwise);
    return nullptr;
}

void Counters::start_hardware(const arch::Traits& traits, std::string no_gpu)
{
    if (!std::exchange(m_hardware_due, false))
        return;
    auto plan = plan_with_kernel("This variant runs on the host: there is no kernel to count.");
    if (plan == nullptr) {
        m_hardware = nullptr;
        return;
    }
    // One that was canceled may use the GPU still.
    auto use = no_gpu.empty() ? m_gpu_use.lock() : nullptr;
    if (no_gpu.empty() && use == nullptr)
        m_gpu_use = use = std::make_shared<const int>();
    m_hardware_worker.request({ m_program.lesson(), m_program.programs(), std::move(plan), &traits, std::move(no_gpu), use });
}

void Counters::start_heat(const arch::Traits& traits)
{
    if (!std::exchange(m_heat_due, false))
        return;
    auto plan = plan_with_kernel("This variant runs on the host: there are no blocks and warps to map.");
    if (plan == nullptr)
        return;
    HeatMap waiting;
    waiting.running = true;
    m_heat = std::make_shared<const HeatMap>(std::move(waiting));
    const auto work = plan->recorded_work;
    m_heat_worker.request({ m_program.programs(), std::move(plan), work, &traits }, m_urgency);
}

void Counters::wait_until_idle()
{
    m_hardware_worker.wait_until_idle();
    m_heat_worker.wait_until_idle();
}

} // namespace warpstage::session
