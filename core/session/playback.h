// The recorded block's shared memory, shown access by access in a pleasant time, again and again.
#pragma once

#include "core/session/snapshot.h"
#include "core/trace/cursor.h"

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace warpstage::session {

class Playback {
public:
    using Time = std::chrono::steady_clock::time_point;

    // Starts at the beginning of another recording; the same one goes on.
    void show(std::shared_ptr<const Recording> recording, std::size_t element_bytes);
    void clear();
    // Moves on by the time since the last call while `playing`.
    void advance(Time now, bool playing);
    void rewind();

    // Null where nothing is shown. The same object until the picture changes.
    [[nodiscard]] std::shared_ptr<const ArrayFrame> frame() const { return m_frame; }

private:
    void draw();

    std::shared_ptr<const Recording> m_recording;
    std::size_t m_element_bytes = 4;
    std::optional<trace::Cursor> m_cursor;
    std::vector<std::size_t> m_stops; // steps that touch shared memory
    double m_position = 0.0; // in stops
    std::optional<Time> m_last;
    std::shared_ptr<const ArrayFrame> m_frame;
};

} // namespace warpstage::session
