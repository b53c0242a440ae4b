// Playback of the recorded run. If shared memory is the scene, it plays automatically in a loop, access by access, until the
// presenter takes control; then it stops at a step and moves as requested.
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

// What the automatic playback shows.
enum class PlaybackMode : std::uint8_t {
    shared_accesses,
    all_accesses, // also those to global memory, to show how elements move from one matrix to another
    on_request, // nothing
};

class Playback {
public:
    using Time = std::chrono::steady_clock::time_point;

    // Starts another recording at its beginning; the same recording continues.
    void show(std::shared_ptr<const Recording> recording, std::size_t element_bytes, PlaybackMode mode,
        problem::ArrayScene::Element element = problem::ArrayScene::Element::integer);
    void clear();
    // Advances by the time since the last call: automatically while `playing`, or under the presenter's control.
    void advance(Time now, bool playing);
    // Returns to the beginning and to automatic playback.
    void rewind();

    void toggle();
    void step(Direction direction);
    void seek(std::size_t step);
    void set_stride(Stride stride) { m_stride = stride; }
    void set_pace(Pace pace) { m_pace = pace; }

    [[nodiscard]] bool shows(const Recording& recording) const { return m_recording.get() == &recording; }
    // Whether the presenter controls the playback.
    [[nodiscard]] bool controlled() const { return m_controlled; }
    [[nodiscard]] PlaybackView view() const;
    // Shared memory at the step; null: nothing is shown. The same object until its content changes.
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
    std::size_t m_steps = 0; // steps of the recording that can be shown
    std::optional<trace::Cursor> m_cursor; // created when first needed, because it scans the whole trace
    std::optional<analysis::Strides> m_strides; // created when first needed, for the same reason
    std::vector<std::vector<LaneMask>> m_working; // by iteration and warp
    std::vector<std::size_t> m_stops; // steps of the automatic playback: those that access memory
    double m_position = 0.0; // in stops
    std::optional<Time> m_last;

    bool m_controlled = false;
    bool m_playing = false;
    std::size_t m_step = 0;
    double m_due = 0.0; // fraction of a step
    Stride m_stride = Stride::instruction;
    Pace m_pace = Pace::ten;

    std::shared_ptr<const ArrayFrame> m_frame;
};

} // namespace warpstage::session
