// Laser pointer and highlighter: what the mouse has left behind, in parts of the window so that it stays in place
// when the window becomes another size.
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
    // Whether there is something that Escape takes away.
    [[nodiscard]] bool anything() const { return m_laser || m_pen || !m_strokes.empty(); }
    void clear();

    void pen_down(draw::Point at, draw::Size window);
    void pen_up() { m_drawing = false; }
    void move(draw::Point at, draw::Size window);

    // What is to be painted now; older parts of the trail have vanished.
    [[nodiscard]] views::MarkerState state(Time now, draw::Size window);

private:
    struct Seen {
        draw::Point at; // parts of the window
        Time when;
        bool timed = false; // when the next frame is drawn: events bring no time
    };

    bool m_laser = false;
    bool m_pen = false;
    bool m_drawing = false;
    std::deque<Seen> m_trail;
    std::vector<views::Stroke> m_strokes;
};

} // namespace warpstage::stage
