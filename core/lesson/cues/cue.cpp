#include "core/lesson/cues/cue.h"

#include <algorithm>
#include <array>

namespace warpstage::lesson {

namespace {

struct Named {
    std::string_view name;
    CueFigure figure;
};
constexpr std::array kNames { Named { "scene", CueFigure::scene }, Named { "variants", CueFigure::variants },
    Named { "parameters", CueFigure::parameters }, Named { "warps", CueFigure::warps }, Named { "banks", CueFigure::banks },
    Named { "sectors", CueFigure::sectors }, Named { "timings", CueFigure::timings }, Named { "source", CueFigure::source } };

} // namespace

std::optional<CueFigure> find_cue_figure(std::string_view word)
{
    const auto* const found = std::ranges::find(kNames, word, &Named::name);
    return found == kNames.end() ? std::nullopt : std::optional { found->figure };
}

std::vector<std::string> cue_figure_names()
{
    std::vector<std::string> names;
    for (const auto& known : kNames)
        names.emplace_back(known.name);
    return names;
}

} // namespace warpstage::lesson
