// The metrics of `expect` in a claims.toml that describe all waves of a launch; README.md lists them.
#pragma once

#include "core/arch/architecture.h"
#include "core/timing/waves/waves.h"
#include "tests/lessons/recorded_variant.h"

#include <optional>
#include <string_view>

namespace warpstage::lessons {

// Every block of the launch runs on the virtual machine when the first figure is requested.
class WaveFigures {
public:
    // Both must outlive it.
    WaveFigures(const RecordedVariant& recorded, const arch::Architecture& architecture)
        : m_recorded(recorded)
        , m_architecture(architecture)
    {
    }

    [[nodiscard]] static bool includes(std::string_view metric) { return metric.starts_with("waves"); }
    // Empty: unknown metric.
    [[nodiscard]] std::optional<double> figure_of(std::string_view metric) const;

private:
    const RecordedVariant& m_recorded;
    const arch::Architecture& m_architecture;
    mutable std::optional<timing::Waves> m_waves;
};

} // namespace warpstage::lessons
