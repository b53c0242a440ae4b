#include "core/session/playback/playback.h"

#include "core/analysis/recording/lane_work.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace warpstage::session {

namespace {

// The whole block is played in about this time, within the limits below.
constexpr double kSeconds = 12.0;
constexpr double kSlowest = 8.0; // accesses per second
constexpr double kFastest = 90.0;
constexpr double kPauseAtEnd = 1.5; // seconds at the end before the playback repeats

// "Fastest" still shows every part of a long run: the whole run takes this long, short runs less.
constexpr double kFastestSeconds = 8.0;
constexpr double kFewestFast = 240.0; // steps per second

std::int64_t as_signed(std::uint64_t value, std::size_t bytes)
{
    const auto unused = static_cast<unsigned>(64 - 8 * bytes);
    return static_cast<std::int64_t>(value << unused) >> unused;
}

// The nearest integer; 0 if the word is not a finite number.
std::int64_t as_rounded(std::uint64_t value)
{
    constexpr float kMax = 9.0e18F;
    const auto real = std::bit_cast<float>(static_cast<std::uint32_t>(value));
    return std::abs(real) <= kMax ? std::llround(real) : 0;
}

} // namespace

void Playback::show(std::shared_ptr<const Recording> recording, std::size_t element_bytes, PlaybackMode mode,
    problem::ArrayScene::Element element)
{
    if (recording == m_recording)
        return;
    m_recording = std::move(recording);
    m_element_bytes = element_bytes;
    m_element = element;
    m_cursor.reset();
    m_strides.reset();
    m_stops.clear();
    const auto& trace = m_recording->trace;
    // After a gap in the trace the contents of shared memory are unknown.
    m_steps = trace.gapless;
    const auto stops_at = [mode](const simt::Access& access) {
        return access.space == ptx::StateSpace::shared
            || (mode == PlaybackMode::all_accesses && access.space == ptx::StateSpace::global);
    };
    if (mode != PlaybackMode::on_request) {
        for (std::size_t i = 0; i < m_steps; ++i) {
            const auto* access = trace.access_of(trace.steps[i]);
            if (access != nullptr && stops_at(*access))
                m_stops.push_back(i);
        }
    }
    rewind();
}

void Playback::clear()
{
    m_cursor.reset();
    m_strides.reset();
    m_recording = nullptr;
    m_stops.clear();
    m_steps = 0;
    m_controlled = false;
    m_playing = false;
    m_frame = nullptr;
}

void Playback::rewind()
{
    m_position = 0.0;
    m_last.reset();
    m_controlled = false;
    m_playing = false;
    m_step = 0;
    m_due = 0.0;
    draw();
}

const analysis::Strides& Playback::strides()
{
    if (!m_strides)
        m_strides.emplace(*m_recording, m_steps);
    return *m_strides;
}

std::size_t Playback::automatic_step() const
{
    return m_stops.empty() ? 0 : m_stops[std::min(static_cast<std::size_t>(m_position), m_stops.size() - 1)];
}

void Playback::control()
{
    if (!m_controlled)
        m_step = automatic_step();
    m_controlled = true;
}

void Playback::toggle()
{
    if (m_steps == 0)
        return;
    const bool was_playing = m_controlled && m_playing;
    control();
    m_playing = !was_playing;
    m_due = 0.0;
    if (m_playing && m_step + 1 >= m_steps)
        m_step = 0;
    draw();
}

void Playback::step(Direction direction)
{
    if (m_steps == 0)
        return;
    control();
    m_playing = false;
    m_step = direction == Direction::next ? strides().next(m_step, m_stride) : strides().previous(m_step, m_stride);
    draw();
}

void Playback::seek(std::size_t step)
{
    if (m_steps == 0)
        return;
    control();
    m_step = std::min(step, m_steps - 1);
    m_due = 0.0;
    draw();
}

void Playback::advance(Time now, bool playing)
{
    const auto last = std::exchange(m_last, now);
    if (!last || m_recording == nullptr)
        return;
    // After a pause of the program (a debugger, a suspended laptop) the playback must not jump.
    const double seconds = std::min(0.1, std::chrono::duration<double>(now - *last).count());
    if (m_controlled)
        play(seconds);
    else if (playing)
        play_automatically(seconds);
}

void Playback::play_automatically(double seconds)
{
    if (m_stops.empty())
        return;
    const auto stops = static_cast<double>(m_stops.size());
    const double speed = std::clamp(stops / kSeconds, kSlowest, kFastest);
    const auto before = automatic_step();
    m_position += seconds * speed;
    if (m_position > stops + kPauseAtEnd * speed)
        m_position = 0.0;
    if (automatic_step() != before)
        draw();
}

void Playback::play(double seconds)
{
    if (!m_playing)
        return;
    const double fastest = std::max(kFewestFast, static_cast<double>(m_steps) / kFastestSeconds);
    const double rate = m_pace == Pace::fastest ? fastest : per_second(m_pace);
    m_due += seconds * rate;
    const auto before = m_step;
    for (; m_due >= 1.0 && m_step + 1 < m_steps; m_due -= 1.0)
        m_step = strides().next(m_step, m_stride);
    if (m_step + 1 >= m_steps)
        m_playing = false;
    if (m_step != before || !m_playing)
        draw();
}

PlaybackView Playback::view() const
{
    PlaybackView view;
    view.controlled = m_controlled;
    view.playing = m_playing;
    view.stride = m_stride;
    view.pace = m_pace;
    view.steps = m_steps;
    if (m_recording == nullptr || m_steps == 0 || (!m_controlled && m_stops.empty()))
        return view;
    view.step = m_controlled ? m_step : automatic_step();
    const auto& record = m_recording->trace.steps[*view.step];
    view.warp = record.warp;
    view.pc = record.pc;
    view.line = m_recording->listing.line_of(record.pc);
    view.barriers = record.epoch;
    return view;
}

void Playback::draw()
{
    const bool automatic = !m_controlled && !m_stops.empty();
    if (m_recording == nullptr || m_recording->trace.steps.empty() || (!m_controlled && !automatic)) {
        m_frame = nullptr;
        return;
    }
    if (!m_cursor) {
        m_cursor.emplace(m_recording->trace, m_element_bytes);
        m_working = analysis::working_lanes(m_recording->trace);
    }
    const auto index = automatic ? automatic_step() : m_step;
    m_cursor->seek(index);
    const auto& step = m_recording->trace.steps[index];

    auto frame = std::make_shared<ArrayFrame>();
    frame->element_bytes = m_element_bytes;
    for (const auto value : m_cursor->values())
        frame->values.push_back(
            m_element == problem::ArrayScene::Element::float32 ? as_rounded(value) : as_signed(value, m_element_bytes));
    frame->known = m_cursor->known();
    frame->touched.assign(m_cursor->touched().begin(), m_cursor->touched().end());
    frame->step = automatic ? std::min(static_cast<std::size_t>(m_position), m_stops.size() - 1) : m_step;
    frame->steps = automatic ? m_stops.size() : m_steps;
    frame->warp = step.warp;
    frame->line = m_recording->listing.line_of(step.pc);
    frame->iteration = step.epoch;
    frame->edges = analysis::edges_at(m_recording->trace, index, m_element_bytes);
    if (step.epoch < m_working.size())
        frame->working = m_working[step.epoch];
    frame->active = step.executed;
    frame->warp_width = m_recording->trace.warp_width;
    frame->threads = static_cast<std::uint32_t>(m_recording->block_size.count());
    m_frame = std::move(frame);
}

} // namespace warpstage::session
