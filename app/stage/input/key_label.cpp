// Labels and menus of a row of the command table.
#include "app/stage/input/key_table.h"
#include "app/views/view.h"
#include "core/base/text.h"

namespace warpstage::stage {

bool is_offered_by(const CommandRow& row, const views::View& view)
{
    const std::string_view wanted = view.place == views::Place::scene ? "scene" : view.id;
    for (const std::string_view word : text::split(row.views, ' '))
        if (word == wanted || word == view.id)
            return true;
    return false;
}

std::string key_label(const KeyStroke& stroke)
{
    if (stroke.key == static_cast<Key>(0))
        return {};
    std::string label = stroke.control == Control::down ? "Ctrl " : "";
    if (stroke.shift == Shift::down)
        label += "Shift ";
    return label + name_of(stroke.key);
}

} // namespace warpstage::stage
