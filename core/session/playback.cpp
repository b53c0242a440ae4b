#include "core/session/playback.h"

#include <algorithm>
#include <utility>

namespace warpstage::session {

namespace {

// The whole block is told in about this time, but never faster than the eye follows nor slower than patience.
constexpr double kSeconds = 12.0;
constexpr double kSlowest = 8.0; // accesses a second
constexpr double kFastest = 90.0;
constexpr double kRest = 1.5; // seconds on the finished picture

std::int64_t as_signed(std::uint64_t value, std::size_t bytes)
{
    const auto unused = static_cast<unsigned>(64 - 8 * bytes);
    return static_cast<std::int64_t>(value << unused) >> unused;
}

} // namespace

void Playback::show(std::shared_ptr<const Recording> recording, std::size_t element_bytes)
{
    if (recording == m_recording)
        return;
    m_recording = std::move(recording);
    m_element_bytes = element_bytes;
    m_cursor.emplace(m_recording->trace, element_bytes);
    m_stops.clear();
    const auto& trace = m_recording->trace;
    // Behind a gap nobody knows what shared memory holds.
    for (std::size_t i = 0; i < trace.gapless; ++i) {
        const auto* access = trace.access_of(trace.steps[i]);
        if (access != nullptr && access->space == ptx::StateSpace::shared)
            m_stops.push_back(i);
    }
    rewind();
}

void Playback::clear()
{
    m_cursor.reset();
    m_recording = nullptr;
    m_stops.clear();
    m_frame = nullptr;
}

void Playback::rewind()
{
    m_position = 0.0;
    m_last.reset();
    if (m_recording != nullptr)
        draw();
}

void Playback::advance(Time now, bool playing)
{
    const auto last = std::exchange(m_last, now);
    if (!playing || !last || m_stops.empty())
        return;
    const auto stops = static_cast<double>(m_stops.size());
    const double speed = std::clamp(stops / kSeconds, kSlowest, kFastest);
    // A pause of the program (a debugger, a suspended laptop) is not a jump in the story.
    const double seconds = std::min(0.1, std::chrono::duration<double>(now - *last).count());
    const auto before = static_cast<std::size_t>(std::min(m_position, stops - 1));
    m_position += seconds * speed;
    if (m_position > stops + kRest * speed)
        m_position = 0.0;
    if (static_cast<std::size_t>(std::min(m_position, stops - 1)) != before)
        draw();
}

void Playback::draw()
{
    if (m_stops.empty()) {
        m_frame = nullptr;
        return;
    }
    const auto stop = std::min(static_cast<std::size_t>(m_position), m_stops.size() - 1);
    const auto index = m_stops[stop];
    m_cursor->seek(index);
    const auto& step = m_recording->trace.steps[index];

    auto frame = std::make_shared<ArrayFrame>();
    for (const auto value : m_cursor->values())
        frame->values.push_back(as_signed(value, m_element_bytes));
    frame->known = m_cursor->known();
    frame->touched.assign(m_cursor->touched().begin(), m_cursor->touched().end());
    frame->step = stop;
    frame->steps = m_stops.size();
    frame->warp = step.warp;
    frame->line = m_recording->listing.instruction(step.pc).location.line;
    frame->pass = step.epoch;
    m_frame = std::move(frame);
}

} // namespace warpstage::session
