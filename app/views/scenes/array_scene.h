// The recorded block's shared memory as bars, eased from one step of the playback to the next, with what the lanes carry from bar
// to bar and which of them have nothing to do. A picture as data: the painter paints it.
#pragma once

#include "app/views/drawing.h"
#include "app/views/scenes/easing.h"

namespace warpstage::views {

class ArrayScene {
public:
    // Towards the values of `frame`. Another number of elements is shown at once.
    void advance(const session::ArrayFrame& frame, Seconds elapsed);
    void advance(const session::Snapshot& model, Seconds elapsed) { advance(*model.scene->array, elapsed); }
    // Still on the way: the picture changes while the model stays the same.
    [[nodiscard]] bool moving() const { return m_moving; }

    // A bar's whole column chooses its element. `wrong`: of the result, which is no shared memory; the thread that computes it
    // stands out.
    [[nodiscard]] DrawList picture(
        const session::ArrayFrame& frame, Rect scene, const Style& style, const session::WrongElement* wrong = nullptr) const;
    [[nodiscard]] DrawList picture(const session::Snapshot& model, Rect scene, const Style& style) const
    {
        const auto& wrong = model.run->wrong_element;
        return picture(*model.scene->array, scene, style, wrong ? &*wrong : nullptr);
    }

private:
    struct Bar {
        float height = 0.0F; // logarithm of the value; of several elements: of the one farthest from 0
        bool known = false;
        session::Touch touch = session::Touch::none;
    };
    [[nodiscard]] Bar bar_of(const session::ArrayFrame& frame, std::size_t bar) const;

    std::vector<Bar> m_bars;
    std::size_t m_elements = 0;
    std::size_t m_elements_of_bar = 1; // more than one where there are more than a screen can show
    float m_highest = 1.0F;
    float m_lowest = 0.0F; // below the zero line
    bool m_moving = false;
};

} // namespace warpstage::views
