// The requests to shared and global memory in a recording, and how the hardware would serve one of them.
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

// A selectable access: one per instruction that accessed shared or global memory.
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
    std::optional<arch::SharedService> shared; // one of the two, for the snapshot's architecture
    std::optional<arch::GlobalService> global;
    std::uint32_t pc = 0;
    std::uint32_t line = 0;
    std::uint32_t warp = 0;
    std::size_t step = 0; // index into Trace::steps
    std::size_t occurrence = 0; // index among `occurrences` in the recorded window
    std::size_t occurrences = 0;

    bool operator==(const ChosenAccess&) const = default;
};

// One entry per instruction that accessed shared or global memory, in program order; an instruction with generic addresses may
// have one for each memory.
[[nodiscard]] std::vector<AccessView> accesses_of(const Recording& recording, const KernelReport& report);
// The accesses to shared memory, from the recording's report.
[[nodiscard]] std::vector<AccessView> shared_accesses(const Recording& recording);

// The default access: the one to shared memory with the largest excess, else the one to global memory with the largest excess,
// else the one with the most requests, preferably to shared memory.
[[nodiscard]] std::optional<AccessView> default_access(const std::vector<AccessView>& accesses);

// Nothing if the recorded window has no such occurrence.
[[nodiscard]] std::optional<ChosenAccess> choose_access(
    const Recording& recording, std::uint32_t pc, ptx::StateSpace space, std::size_t occurrence, const arch::Traits& traits);

// The user's selection; nothing: the most expensive request.
struct AccessChoice {
    std::optional<std::uint32_t> pc {};
    std::optional<std::size_t> occurrence {};
    std::optional<std::uint32_t> warp {}; // a request of this warp, if any; ignored if the block has no such warp
    std::optional<std::size_t>
        step {}; // the request of that step, which overrides the other members; else the previous one of its warp

    bool operator==(const AccessChoice&) const = default;
};

// The accesses of the displayed recording and the selected one. Cached until recording or selection change, because scanning the
// trace in every frame is too slow.
// The entry of the trace where this warp, or any, makes its costliest request by an instruction: the first of several. Nothing:
// none accesses memory by it.
[[nodiscard]] std::optional<std::size_t> costliest_step(
    const Recording& recording, std::uint32_t pc, std::optional<std::uint32_t> warp, const arch::Traits& traits);

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
    // Trace entries that access that memory at `pc`.
    [[nodiscard]] const std::vector<std::size_t>& steps_at(std::uint32_t pc, ptx::StateSpace space);

    std::shared_ptr<const Recording> m_recording;
    std::shared_ptr<const Assessment> m_assessment;
    AccessChoice m_choice;
    std::vector<AccessView> m_accesses;
    std::map<std::pair<std::uint32_t, ptx::StateSpace>, std::vector<std::size_t>> m_steps; // of those that were shown
    std::optional<ChosenAccess> m_chosen;
};

} // namespace warpstage::analysis
