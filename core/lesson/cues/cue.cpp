#include "core/lesson/cues/cue.h"

namespace warpstage::lesson {

const std::vector<std::string>& cue_figure_names()
{
    static const std::vector<std::string> names { "scene", "variants", "parameters", "warps", "banks", "sectors", "timings",
        "source" };
    return names;
}

} // namespace warpstage::lesson
