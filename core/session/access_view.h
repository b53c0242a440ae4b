// Which shared-memory accesses a recording holds, and one of them as the hardware would serve it.
#pragma once

#include "core/arch/traits.h"
#include "core/session/snapshot.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace warpstage::session {

// One entry for each instruction that touched shared memory, by program counter.
[[nodiscard]] std::vector<SharedAccessView> shared_accesses(const Recording& recording);

// As the rules of shared memory want it; refers to the access.
[[nodiscard]] arch::SharedRequest shared_request_of(const simt::Access& access);

// Steps of the recorded window that access shared memory at `pc`.
[[nodiscard]] std::vector<std::size_t> occurrences_of(const trace::Trace& trace, std::uint32_t pc);

// The instruction worth looking at first: the one with the largest excess, else the one with the most requests.
[[nodiscard]] std::optional<std::uint32_t> default_access(const std::vector<SharedAccessView>& accesses);

// The occurrence of `pc` that needs the most wavefronts; the first of them.
[[nodiscard]] std::size_t worst_occurrence(const trace::Trace& trace, std::uint32_t pc, const arch::Traits& traits);

// Nothing where the recorded window holds no such occurrence.
[[nodiscard]] std::optional<ChosenAccess> choose_access(
    const Recording& recording, std::uint32_t pc, std::size_t occurrence, const arch::Traits& traits);

// The accesses of the recording on screen and the chosen one. Kept until recording or choice change: going through a whole trace
// is not a matter for every frame.
class AccessPicture {
public:
    void update(const std::shared_ptr<const Recording>& recording, const arch::Traits& traits, std::optional<std::uint32_t> pc,
        std::optional<std::size_t> occurrence);

    [[nodiscard]] const std::vector<SharedAccessView>& accesses() const { return m_accesses; }
    [[nodiscard]] const std::optional<ChosenAccess>& chosen() const { return m_chosen; }

private:
    std::shared_ptr<const Recording> m_recording;
    const arch::Traits* m_traits = nullptr;
    std::optional<std::uint32_t> m_pc;
    std::optional<std::size_t> m_occurrence;
    std::vector<SharedAccessView> m_accesses;
    std::optional<ChosenAccess> m_chosen;
};

} // namespace warpstage::session
