// The metrics of `expect` in a claims.toml that describe a whole launch, its waves and rounding errors; README.md lists them.
#pragma once

#include "core/analysis/recording/rounding_errors.h"
#include "core/arch/architecture.h"
#include "core/timing/waves/waves.h"
#include "tests/lessons/recorded_variant.h"

#include <optional>
#include <string_view>

namespace warpstage::lessons {

// Every block of the launch runs on the virtual machine when the first figure of a kind is requested.
class LaunchFigures {
public:
    // Both must outlive it.
    LaunchFigures(const RecordedVariant& recorded, const arch::Architecture& architecture)
        : m_recorded(recorded)
        , m_architecture(architecture)
    {
    }

    [[nodiscard]] static bool includes(std::string_view metric)
    {
        return metric.starts_with("waves") || metric.starts_with("rounding");
    }
    // Empty: unknown metric.
    [[nodiscard]] std::optional<double> figure_of(std::string_view metric) const;

private:
    [[nodiscard]] std::optional<double> of_waves(std::string_view metric) const;
    [[nodiscard]] std::optional<double> of_rounding(std::string_view metric) const;

    const RecordedVariant& m_recorded;
    const arch::Architecture& m_architecture;
    mutable std::optional<timing::Waves> m_waves;
    mutable std::optional<analysis::RoundingErrors> m_rounding;
};

} // namespace warpstage::lessons
