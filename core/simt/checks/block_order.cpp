#include "core/simt/checks/block_order.h"

#include <algorithm>

namespace warpstage::simt {

void BlockOrder::start(std::uint64_t block)
{
    m_block = block;
    m_fences = 0;
    m_acquired.clear();
}

void BlockOrder::strong_access(DeviceAddress word)
{
    const auto found = m_releases.find(word);
    if (found != m_releases.end()) {
        const auto known = std::find_if(
            m_acquired.begin(), m_acquired.end(), [word](const Acquired& acquired) { return acquired.word == word; });
        if (known == m_acquired.end())
            m_acquired.push_back({ word, found->second.size() });
        else
            known->releases = found->second.size();
    }
    // Blocks without a fence publish nothing, so the counters of a histogram cost nothing.
    if (m_fences == 0)
        return;
    std::vector<Release>& releases = m_releases[word];
    if (releases.empty() || releases.back().block != m_block)
        releases.push_back({ m_block, m_fences });
    else
        releases.back().fences = m_fences;
}

bool BlockOrder::after(std::uint64_t block, std::uint32_t fences) const
{
    return std::any_of(m_acquired.begin(), m_acquired.end(), [&](const Acquired& acquired) {
        const std::vector<Release>& releases = m_releases.at(acquired.word);
        const auto end = releases.begin() + static_cast<std::ptrdiff_t>(acquired.releases);
        const auto release = std::lower_bound(
            releases.begin(), end, block, [](const Release& known, std::uint64_t wanted) { return known.block < wanted; });
        return release != end && release->block == block && release->fences > fences;
    });
}

} // namespace warpstage::simt
