#include "core/ptx/parser/line_tracker.h"

namespace warpstage::ptx {

// `inlined_at` names the direct call site, which for a call within an inlined function is not in the kernel. nvcc writes the
// chain from the outside to the inside:
//     .loc 1 16 5
//     .loc 1 9 5, function_name middle, inlined_at 1 16 5
//     .loc 1 4 5, function_name inner, inlined_at 1 9 5
// so the location of the call site always precedes.
std::uint32_t LineTracker::outermost_line(const SourcePlace& call_site) const
{
    const auto found = m_inlined_places.find(call_site);
    return found == m_inlined_places.end() ? call_site.line : found->second;
}

void LineTracker::mark(const SourcePlace& place, const std::optional<SourcePlace>& call_site)
{
    // Line 0: no location. The instructions keep the line before them.
    if (place.line == 0)
        return;
    m_current = { place.file, place.line, place.column, 0 };
    if (call_site) {
        m_current.inlined_at = outermost_line(*call_site);
        m_inlined_places[place] = m_current.inlined_at;
    } else {
        m_inlined_places.erase(place);
    }
    if (m_first.line == 0)
        m_first = m_current;
}

} // namespace warpstage::ptx
