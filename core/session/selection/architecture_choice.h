// The architecture used for the analysis: that of the device, of the user's choice, or of a cue.
#pragma once

#include "core/arch/architecture.h"
#include "core/arch/traits.h"
#include "core/base/result.h"
#include "core/session/command.h"

#include <optional>
#include <string>
#include <vector>

namespace warpstage::session {

// The order of SelectArchitecture: one compute capability per set of rules, then every named GPU.
[[nodiscard]] const std::vector<arch::Architecture>& architecture_tour();

class ArchitectureChoice {
public:
    // `name` in the syntax of arch::parse_architecture(); empty: that of the device. Errors: unknown name; nothing changes.
    [[nodiscard]] Result<void> select(const std::string& text);
    // To the next architecture of the tour; from one that is not in the tour, to its beginning.
    void step(Direction direction, const arch::Traits& device);
    // The user's choice stays if the cue does not choose an architecture.
    [[nodiscard]] Result<void> select_for_cue(const std::string& text);
    // The choice of a cue ends with the cue.
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
