#include "core/simt/layout/frame_layout.h"

#include <algorithm>

namespace warpstage::simt {

FrameLayout::FrameLayout(const ptx::Function& function)
{
    for (const ptx::Variable& variable : function.variables) {
        if (variable.space == ptx::StateSpace::local)
            place(variable.name, variable.size, variable.alignment);
    }
    if (!function.entry) {
        for (const ptx::Parameter& parameter : function.parameters)
            m_parameters.push_back(place(parameter.name, parameter.size, parameter.alignment));
    }
    for (const ptx::Parameter& result : function.returns)
        m_returns.push_back(place(result.name, result.size, result.alignment));
    for (const ptx::Variable& variable : function.variables) {
        if (variable.space == ptx::StateSpace::param)
            place(variable.name, variable.size, variable.alignment);
    }
}

FramePlace FrameLayout::place(std::string_view name, std::uint64_t bytes, std::uint64_t alignment)
{
    const std::uint64_t step = std::max<std::uint64_t>(alignment, 1);
    const FramePlace result { (m_bytes + step - 1) / step * step, bytes };
    m_bytes = result.offset + bytes;
    m_places.emplace(name, result);
    return result;
}

std::optional<FramePlace> FrameLayout::find(std::string_view name) const
{
    const auto found = m_places.find(name);
    return found == m_places.end() ? std::nullopt : std::optional { found->second };
}

std::uint64_t FrameLayout::bytes() const
{
    return (m_bytes + kFrameAlignment - 1) / kFrameAlignment * kFrameAlignment;
}

} // namespace warpstage::simt
