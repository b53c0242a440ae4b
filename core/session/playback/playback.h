// The recorded run, step by step. Where shared memory is the scene it plays by itself, access by access in a pleasant time, again
// and again, until a presenter takes control: then it stands at a step and moves as requested.
#pragma once

#include "core/analysis/recording/strides.h"
#include "core/problem/plan.h"
#include "core/session/snapshot.h"
#include "core/trace/cursor.h"

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace warpstage::session {

// What is played without a presenter.
enum class PlaybackMode : std::uint8_t {
    shared_accesses,
    all_accesses, // those to global memory as well: how elements get from one matrix into another
    on_request, // nothing
};

class Playback {
public:
    using Time = std::chrono::steady_clock::time_point;

    // Starts at the beginning of another recording; the same one goes on.
    void show(std::shared_ptr<const Recording> recording, std::size_t element_bytes, PlaybackMode mode,
        problem::ArrayScene::Element element = problem::ArrayScene::Element::integer);
    void clear();
    // Moves on by the time since the last call: by itself while `playing`, else as a presenter wants it.
    void advance(Time now, bool playing);
    // Back to the beginning, and no longer controlled by a presenter.
    void rewind();

    void toggle();
    void step(Direction direction);
    void seek(std::size_t step);
    void set_stride(Stride stride) { m_stride = stride; }
    void set_pace(Pace pace) { m_pace = pace; }

    [[nodiscard]] bool shows(const Recording& recording) const { return m_recording.get() == &recording; }
    // By a presenter.
    [[nodiscard]] bool controlled() const { return m_controlled; }
    [[nodiscard]] PlaybackView view() const;
    // Shared memory at the step. Null where nothing is shown. The same object until the picture changes.
    [[nodiscard]] std::shared_ptr<const ArrayFrame> frame() const { return m_frame; }

private:
    void control();
    void play_automatically(double seconds);
    void play(double seconds);
    [[nodiscard]] std::size_t automatic_step() const;
    [[nodiscard]] const analysis::Strides& strides();
    void draw();

    std::shared_ptr<const Recording> m_recording;
    std::size_t m_element_bytes = 4;
    problem::ArrayScene::Element m_element = problem::ArrayScene::Element::integer;
    std::size_t m_steps = 0; // of the recording that can be shown
    std::optional<trace::Cursor> m_cursor; // made when first needed: it goes through the whole trace
    std::optional<analysis::Strides> m_strides; // likewise
    std::vector<std::vector<LaneMask>> m_working; // by iteration and warp
    std::vector<std::size_t> m_stops; // of the automatic playback: steps that access memory
    double m_position = 0.0; // in stops
    std::optional<Time> m_last;

    bool m_controlled = false;
    bool m_playing = false;
    std::size_t m_step = 0;
    double m_due = 0.0; // parts of a step
    Stride m_stride = Stride::instruction;
    Pace m_pace = Pace::ten;

    std::shared_ptr<const ArrayFrame> m_frame;
};

} // namespace warpstage::session
