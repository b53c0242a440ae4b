// Which requests to shared and global memory a recording holds, and one of them as the hardware would serve it.
#pragma once

#include "core/analysis/recording/assessment.h"
#include "core/arch/global/coalescing.h"
#include "core/arch/shared/shared_banks.h"
#include "core/arch/traits.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace warpstage::analysis {

// An access that can be chosen, one for each instruction that touched shared or global memory.
struct AccessView {
    ptx::StateSpace space = ptx::StateSpace::shared; // or global
    std::uint32_t pc = 0;
    std::uint32_t line = 0;
    std::string text; // "ld.shared.u32"
    std::uint64_t requests = 0;
    std::uint64_t cost = 0; // wavefronts of shared memory, sectors of global memory
    std::uint64_t ideal = 0;

    bool operator==(const AccessView&) const = default;
};

struct ChosenAccess {
    simt::Access access;
    std::optional<arch::SharedService> shared; // one of the two, by the snapshot's architecture
    std::optional<arch::GlobalService> global;
    std::uint32_t pc = 0;
    std::uint32_t line = 0;
    std::uint32_t warp = 0;
    std::size_t step = 0; // index into Trace::steps
    std::size_t occurrence = 0; // of `occurrences` in the recorded window
    std::size_t occurrences = 0;

    bool operator==(const ChosenAccess&) const = default;
};

// One entry for each instruction that touched shared or global memory, in the order of the program; an instruction with generic
// addresses may have one for each.
[[nodiscard]] std::vector<AccessView> accesses_of(const Recording& recording, const KernelReport& report);
// Those to shared memory, by the recording's own report.
[[nodiscard]] std::vector<AccessView> shared_accesses(const Recording& recording);

// The access worth looking at first: the one to shared memory with the largest excess, else such a one to global memory, else the
// one with the most requests, of shared memory where there is any.
[[nodiscard]] std::optional<AccessView> default_access(const std::vector<AccessView>& accesses);

// Nothing where the recorded window holds no such occurrence.
[[nodiscard]] std::optional<ChosenAccess> choose_access(
    const Recording& recording, std::uint32_t pc, ptx::StateSpace space, std::size_t occurrence, const arch::Traits& traits);

// What somebody has chosen; nothing: where there is most to see.
struct AccessChoice {
    std::optional<std::uint32_t> pc {};
    std::optional<std::size_t> occurrence {};
    std::optional<std::uint32_t> warp {}; // a request of this warp, or none; a warp that the block does not have chooses nothing
    std::optional<std::size_t> step {}; // the request of that step, whatever the others say; else the last of its warp before it

    bool operator==(const AccessChoice&) const = default;
};

// The accesses of the recording on screen and the chosen one. Kept until recording or choice change: going through a whole trace
// is not a matter for every frame.
class AccessPicture {
public:
    void update(const std::shared_ptr<const Recording>& recording, const std::shared_ptr<const Assessment>& assessment,
        const AccessChoice& choice);

    [[nodiscard]] bool shows(const Recording* recording) const { return m_recording.get() == recording; }
    [[nodiscard]] const std::vector<AccessView>& accesses() const { return m_accesses; }
    [[nodiscard]] const std::optional<ChosenAccess>& chosen() const { return m_chosen; }

private:
    void choose(const AccessChoice& choice);
    [[nodiscard]] std::vector<AccessView> accesses_of_warp(std::uint32_t warp) const;
    // Steps that access that memory at `pc`.
    [[nodiscard]] const std::vector<std::size_t>& steps_at(std::uint32_t pc, ptx::StateSpace space);

    std::shared_ptr<const Recording> m_recording;
    std::shared_ptr<const Assessment> m_assessment;
    AccessChoice m_choice;
    std::vector<AccessView> m_accesses;
    std::map<std::pair<std::uint32_t, ptx::StateSpace>, std::vector<std::size_t>> m_steps; // of those that were shown
    std::optional<ChosenAccess> m_chosen;
};

} // namespace warpstage::analysis
