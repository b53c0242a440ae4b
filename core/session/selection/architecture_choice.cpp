#include "core/session/selection/architecture_choice.h"

#include "core/base/verify.h"

#include <algorithm>
#include <utility>

namespace warpstage::session {

const std::vector<arch::Architecture>& architecture_tour()
{
    static const std::vector<arch::Architecture> tour = [] {
        std::vector<arch::Architecture> stops;
        for (const char* text : { "1.3", "2.0", "3.5", "3.5:8byte", "5.2", "7.0", "9.0", "12.0" }) {
            const auto stop = arch::parse_architecture(text);
            VERIFY(stop.ok());
            stops.push_back(*stop);
        }
        for (const arch::Gpu& gpu : arch::all_gpus())
            stops.push_back({ &arch::traits_of(gpu.capability), &gpu });
        return stops;
    }();
    return tour;
}

Result<void> ArchitectureChoice::select(const std::string& text)
{
    if (text.empty()) {
        m_chosen.reset();
        return {};
    }
    const auto parsed = arch::parse_architecture(text);
    if (!parsed)
        return parsed.error();
    m_chosen = *parsed;
    return {};
}

void ArchitectureChoice::step(Direction direction, const arch::Traits& device)
{
    const auto& tour = architecture_tour();
    const auto present = std::ranges::find_if(tour, [&](const arch::Architecture& stop) {
        return m_chosen ? stop.traits == m_chosen->traits && stop.gpu == m_chosen->gpu : stop.traits == &device;
    });
    m_chosen = present == tour.end() ? tour.front()
                                     : tour[stepped(static_cast<std::size_t>(present - tour.begin()), tour.size(), direction)];
}

Result<void> ArchitectureChoice::select_for_cue(const std::string& text)
{
    const bool was_of_cue = std::exchange(m_of_cue, !text.empty());
    return text.empty() && !was_of_cue ? Result<void> {} : select(text);
}

void ArchitectureChoice::leave_cues()
{
    if (std::exchange(m_of_cue, false))
        m_chosen.reset();
}

} // namespace warpstage::session
