// Laser pointer and highlighter: the trail of the mouse, in fractions of the window, so that it keeps its place when the window
// is resized.
#pragma once

#include "app/stage/standard.h"
#include "app/views/frame/marker.h"

namespace warpstage::stage {

class Marker {
public:
    using Time = std::chrono::steady_clock::time_point;

    void toggle_laser() { m_laser = !m_laser; }
    void toggle_pen() { m_pen = !m_pen; }
    [[nodiscard]] bool laser() const { return m_laser; }
    [[nodiscard]] bool pen() const { return m_pen; }
    // Whether Escape has something to clear.
    [[nodiscard]] bool anything() const { return m_laser || m_pen || !m_strokes.empty(); }
    void clear();

    void pen_down(draw::Point at, draw::Size window);
    void pen_up() { m_drawing = false; }
    void move(draw::Point at, draw::Size window);

    // The visible part of the trail.
    [[nodiscard]] views::MarkerState state(Time now, draw::Size window);

private:
    struct Seen {
        draw::Point at; // fractions of the window
        Time when;
        bool timed = false; // set when the next frame is drawn, because events have no time
    };

    bool m_laser = false;
    bool m_pen = false;
    bool m_drawing = false;
    std::deque<Seen> m_trail;
    std::vector<views::Stroke> m_strokes;
};

} // namespace warpstage::stage
