// The architecture that recorded runs are evaluated for: the device's, one that somebody has chosen, or one that goes with a cue.
#pragma once

#include "core/arch/architecture.h"
#include "core/arch/traits.h"
#include "core/base/result.h"
#include "core/session/command.h"

#include <optional>
#include <string>
#include <vector>

namespace warpstage::session {

// Where StepArchitecture leads: a capability for each kind of rules, then every named GPU.
[[nodiscard]] const std::vector<arch::Architecture>& architecture_tour();

class ArchitectureChoice {
public:
    // As arch::parse_architecture wants it; empty: that of the device. Errors: it is neither, and nothing changes.
    [[nodiscard]] Result<void> select(const std::string& text);
    // To the next one of the tour; from one that the tour leaves out to its beginning.
    void step(Direction direction, const arch::Traits& device);
    // What somebody has chosen stays, where the cue does not mind.
    [[nodiscard]] Result<void> select_for_cue(const std::string& text);
    // What a cue has chosen ends with it.
    void leave_cues();

    [[nodiscard]] const arch::Traits& traits(const arch::Traits& device) const { return m_chosen ? *m_chosen->traits : device; }
    [[nodiscard]] arch::Architecture chosen(const arch::Traits& device) const
    {
        return m_chosen ? *m_chosen : arch::Architecture { &device, nullptr };
    }
    [[nodiscard]] std::string name(const arch::Traits& device) const
    {
        return m_chosen ? m_chosen->name() : std::string { device.name };
    }

private:
    std::optional<arch::Architecture> m_chosen; // nothing: the device's
    bool m_of_cue = false;
};

} // namespace warpstage::session
