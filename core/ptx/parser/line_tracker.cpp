#include "core/ptx/parser/line_tracker.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace warpstage::ptx {

// `inlined_at` names the direct call site, which for a call within an inlined function is not in the kernel. nvcc writes the
// chain from the outside to the inside:
//     .loc 1 16 5
//     .loc 1 9 5, function_name middle, inlined_at 1 16 5
//     .loc 1 4 5, function_name inner, inlined_at 1 9 5
// so the location of the call site always precedes.
void LineTracker::mark(const SourcePlace& place, const std::optional<SourcePlace>& call_site)
{
    // Line 0: no location. The instructions keep the line before them.
    if (place.line == 0)
        return;
    m_current = { place.file, place.line, place.column, 0 };
    m_chain = 0;
    if (call_site) {
        Chain chain { *call_site };
        if (const auto outer = m_inlined_places.find(*call_site); outer != m_inlined_places.end()) {
            const Chain& rest = m_chains[outer->second];
            chain.insert(chain.end(), rest.begin(), rest.end());
        }
        m_current.inlined_at = chain.back().line;
        m_chain = static_cast<std::uint32_t>(m_chains.size());
        m_chains.push_back(std::move(chain));
        m_inlined_places[place] = m_chain;
    } else {
        m_inlined_places.erase(place);
    }
    if (m_first.line == 0)
        m_first = m_current;
}

void LineTracker::leave_toolkit(std::vector<Instruction>& instructions, const std::vector<bool>& is_toolkit) const
{
    const auto belongs = [&](std::uint32_t file) {
        return file < is_toolkit.size() && is_toolkit[file];
    };
    for (std::size_t i = 0; i < instructions.size(); ++i) {
        if (!belongs(instructions[i].location.file))
            continue;
        const Chain& chain = m_chains[m_chain_of[i]];
        const auto caller = std::ranges::find_if(chain, [&](const SourcePlace& site) { return !belongs(site.file); });
        if (caller != chain.end())
            instructions[i].location = { caller->file, caller->line, caller->column,
                std::next(caller) == chain.end() ? 0 : chain.back().line };
    }
}

std::vector<bool> find_toolkit_files(const std::vector<std::string>& files)
{
    // nvcc of an installed toolkit, of a distribution, of a Python package.
    constexpr std::array<std::string_view, 5> kFolders { "/targets/", "/usr/include/", "/usr/lib/", "/usr/local/cuda",
        "/nvidia/cu" };
    std::vector<bool> result;
    for (const std::string_view file : files)
        result.push_back(
            std::ranges::any_of(kFolders, [file](std::string_view folder) { return file.find(folder) != file.npos; }));
    return result;
}

} // namespace warpstage::ptx
