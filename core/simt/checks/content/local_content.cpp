#include "core/simt/checks/content/local_content.h"

#include "core/simt/layout/frame_layout.h"

#include <algorithm>

namespace warpstage::simt {

namespace {

std::uint64_t bytes_of_arrays(const ptx::Function& kernel)
{
    const FrameLayout layout(kernel);
    std::uint64_t end = 0;
    for (const ptx::Variable& variable : kernel.variables) {
        const auto place = variable.space == ptx::StateSpace::local ? layout.find(variable.name) : std::nullopt;
        if (place)
            end = std::max(end, place->offset + place->bytes);
    }
    return end;
}

} // namespace

LocalContent::LocalContent(const ptx::Function& kernel, std::uint32_t warps)
    : m_words((bytes_of_arrays(kernel) + kWordBytes - 1) / kWordBytes)
    , m_written(static_cast<std::size_t>(m_words * warps), 0)
{
}

void LocalContent::clear()
{
    std::ranges::fill(m_written, 0);
}

std::optional<unsigned> LocalContent::access(std::uint32_t warp, const Access& access)
{
    std::optional<unsigned> found;
    for_each_lane(access.lanes, [&](unsigned lane) {
        const std::uint64_t first = access.addresses[lane] / kWordBytes;
        const std::uint64_t end = (access.addresses[lane] + access.bytes + kWordBytes - 1) / kWordBytes;
        if (end > m_words)
            return;
        const auto begin = m_written.begin() + static_cast<std::ptrdiff_t>(m_words * warp + first);
        const auto behind = begin + static_cast<std::ptrdiff_t>(end - first);
        if (access.kind != AccessKind::store && !found
            && std::none_of(begin, behind, [lane](LaneMask written) { return has_lane(written, lane); }))
            found = lane;
        if (access.kind != AccessKind::load)
            std::for_each(begin, behind, [lane](LaneMask& written) { written |= LaneMask { 1 } << lane; });
    });
    return found;
}

} // namespace warpstage::simt
