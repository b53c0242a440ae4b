#include "app/console/heat.h"

#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace warpstage::console {

Heats line_heat(const analysis::KernelReport& report)
{
    std::uint64_t most = 1;
    for (const auto& line : report.lines)
        most = std::max(most, line.line == 0 ? 0 : line.counters.instructions);
    Heats heats;
    for (const auto& line : report.lines) {
        const auto& counters = line.counters;
        if (line.line == 0 || counters.instructions == 0)
            continue;
        LineHeat heat;
        heat.instructions = text::grouped(static_cast<std::int64_t>(counters.instructions));
        heat.lanes = fmt::format("{:.1f}", counters.average_working_lanes());
        if (counters.wavefronts != 0)
            heat.wavefronts = text::grouped(static_cast<std::int64_t>(counters.wavefronts));
        if (counters.wavefronts_excess() != 0)
            heat.excess = fmt::format("+{}", text::grouped(static_cast<std::int64_t>(counters.wavefronts_excess())));
        const double share = static_cast<double>(counters.instructions) / static_cast<double>(most);
        heat.heat = std::max(1, static_cast<int>(std::lround(share * kHeatLevels)));
        heats.emplace(line.line, std::move(heat));
    }
    return heats;
}

} // namespace warpstage::console
