// The recorded block's shared memory as bars, animated from one instruction of the playback to the next, with the data flow of
// the lanes between bars and the idle lanes. The result is a draw list.
#pragma once

#include "app/views/drawing.h"
#include "app/views/scenes/easing.h"

namespace warpstage::views {

class ArrayScene {
public:
    // Moves toward the values of `frame`. A different number of elements is shown at once.
    void advance(const session::ArrayFrame& frame, Seconds elapsed);
    void advance(const session::Snapshot& model, Seconds elapsed) { advance(*model.scene->array, elapsed); }
    // Still animated: the picture changes while the model stays the same.
    [[nodiscard]] bool moving() const { return m_moving; }

    // A click anywhere in the column of a bar chooses its element. `wrong`: an element of the result, which is not in shared
    // memory; the thread that computes it is highlighted.
    [[nodiscard]] DrawList picture(
        const session::ArrayFrame& frame, Rect scene, const Style& style, const session::WrongElement* wrong = nullptr) const;
    [[nodiscard]] DrawList picture(const session::Snapshot& model, Rect scene, const Style& style) const
    {
        const auto& wrong = model.run->wrong_element;
        return picture(*model.scene->array, scene, style, wrong ? &*wrong : nullptr);
    }

private:
    struct Bar {
        float height = 0.0F; // logarithm of the value; for several elements: of the value farthest from 0
        bool known = false;
        session::Touch touch = session::Touch::none;
    };
    [[nodiscard]] Bar bar_of(const session::ArrayFrame& frame, std::size_t bar) const;

    std::vector<Bar> m_bars;
    std::size_t m_elements = 0;
    std::size_t m_elements_of_bar = 1; // more than one if there are more than a screen can show
    float m_highest = 1.0F;
    float m_lowest = 0.0F; // below the zero line
    bool m_moving = false;
};

} // namespace warpstage::views
