#include "core/session/run/quiet_timing.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace warpstage::session {

namespace {

bool runs_on_host_only(const problem::Plan& plan)
{
    return std::ranges::all_of(
        plan.step, [](const problem::Work& work) { return std::holds_alternative<problem::HostWork>(work); });
}

} // namespace

void QuietTiming::restart(const problem::Plan& plan, Device device)
{
    m_device = runs_on_host_only(plan) ? Device::alone : device;
    m_sampling = true;
    m_warm = false;
    m_step.reset();
    m_counted = 0;
    m_due = {};
}

QuietTiming::Next QuietTiming::next(Time now) const
{
    if (m_device == Device::alone || !m_step || now < m_due)
        return Next::run;
    if (m_sampling && *m_step <= kMaxTimeToSample)
        return Next::sample;
    return *m_step <= kMaxTimeToHold ? Next::hold : Next::run;
}

void QuietTiming::wait_after(Time now, Duration length)
{
    constexpr int kPause = 3; // between samples that do not reduce the frame rate
    constexpr int kLongPause = 20; // after samples that drop frames
    const std::size_t enough_lost = length > std::chrono::seconds(1) ? 1 : kEnoughLost;
    if (length <= kShareOfFrame)
        m_due = now + (m_counted < kEnough ? kPause * length : std::max<Duration>(kPause * length, kRefresh));
    else
        m_due = m_counted < enough_lost ? now + kLongPause * length : Time::max();
}

void QuietTiming::warmed_up(Time now, Duration length)
{
    // Its length includes the creation of the copies.
    wait_after(now, std::min<Duration>(length, kShareOfFrame));
}

void QuietTiming::counted(Time now, Duration length)
{
    ++m_counted;
    wait_after(now, length);
}

std::optional<Sampling> QuietTiming::ran(Duration step)
{
    if (m_device == Device::alone)
        return Sampling::every_step;
    if (!std::exchange(m_warm, true))
        return std::nullopt;
    m_step = std::min(m_step.value_or(step), step);
    return *m_step > kMaxTimeToHold ? std::optional(Sampling::while_drawing) : std::nullopt;
}

} // namespace warpstage::session
