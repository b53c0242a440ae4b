#include "core/analysis/recording/strides.h"

#include "core/analysis/branch_iterations.h"
#include "core/base/words.h"

#include <algorithm>

namespace warpstage::analysis {

namespace {

// In the order of kStrides.
constexpr std::array<std::string_view, kStrides.size()> kStrideNames { marked("instruction"), marked("line"), marked("barrier"),
    marked("iteration") };

// Targets of backward branches: the loop headers.
std::vector<bool> loop_heads(const ptx::Listing& listing)
{
    std::vector<bool> heads(listing.size());
    const auto targets = branch_targets(listing);
    for (std::uint32_t pc = 0; pc < targets.size(); ++pc) {
        if (targets[pc] <= pc)
            heads[targets[pc]] = true;
    }
    return heads;
}

} // namespace

std::string_view name_of(Stride stride)
{
    return kStrideNames.at(static_cast<std::size_t>(stride));
}

Strides::Strides(const Recording& recording, std::size_t steps)
    : m_recording(&recording)
    , m_steps(std::min(steps, recording.trace.steps.size()))
{
    const auto heads = loop_heads(recording.listing);
    std::vector<std::uint32_t> rounds(recording.trace.warps);
    std::uint32_t furthest = 0;
    m_iterations.reserve(m_steps);
    for (std::size_t i = 0; i < m_steps; ++i) {
        const auto& step = recording.trace.steps[i];
        if (step.pc < heads.size() && heads[step.pc] && step.warp < rounds.size())
            furthest = std::max(furthest, ++rounds[step.warp]);
        m_iterations.push_back(furthest);
    }
}

bool Strides::together(std::size_t a, std::size_t b, Stride stride) const
{
    const auto& one = m_recording->trace.steps[a];
    const auto& other = m_recording->trace.steps[b];
    switch (stride) {
    case Stride::instruction:
        return a == b;
    case Stride::line:
        return one.warp == other.warp && m_recording->listing.line_of(one.pc) == m_recording->listing.line_of(other.pc);
    case Stride::barrier:
        return one.epoch == other.epoch;
    case Stride::iteration:
        return m_iterations[a] == m_iterations[b];
    }
    VERIFY_NOT_REACHED();
}

std::size_t Strides::next(std::size_t step, Stride stride) const
{
    if (m_steps == 0)
        return 0;
    step = std::min(step, m_steps - 1);
    if (step + 1 < m_steps && !together(step, step + 1, stride))
        ++step;
    while (step + 1 < m_steps && together(step, step + 1, stride))
        ++step;
    return step;
}

std::size_t Strides::previous(std::size_t step, Stride stride) const
{
    if (m_steps == 0)
        return 0;
    step = std::min(step, m_steps - 1);
    while (step > 0 && together(step - 1, step, stride))
        --step;
    return step > 0 ? step - 1 : 0;
}

} // namespace warpstage::analysis
