// Bank conflicts: which lane of one shared-memory request accesses which bank, and the wavefront that serves it.
#pragma once

#include "app/views/banks/missed_access.h"
#include "app/views/drawing.h"
#include "core/arch/shared/shared_banks.h"
#include "core/session/snapshot.h"

namespace warpstage::views {

struct BanksInput {
    std::optional<arch::SharedService> service; // empty: no request to show
    std::uint32_t bytes = 4; // of one lane
    std::uint32_t banks = 32;
    std::uint32_t warp_width = 32;
    LaneMask marked = 0; // highlighted lanes; empty: none
    std::string subtitle; // "line 9 · load"
    std::string architecture; // "CC 9.0": the architecture of the analysis
    std::uint32_t lanes_together = 0; // 16: lanes are drawn in half-warps; 0: as many lanes as the access width serves at a time
    std::string nothing = tr("no shared memory in this kernel"); // shown if there is no request
    arch::SharedOperation operation = arch::SharedOperation::load; // store: also an atomic operation
    simt::AccessForm form = simt::AccessForm::registers;
    bool pieces = false; // of a bulk copy, instead of lanes
    std::optional<MissedAccess> missed {}; // that stopped the block at this instruction
};

[[nodiscard]] DrawList banks_figure(const BanksInput& input, Size size, const Style& style);

// Of an access to shared memory. The caller adds the name of the architecture.
[[nodiscard]] BanksInput banks_input(const session::ChosenAccess& chosen, const arch::Traits& traits, std::uint32_t warp_width);

// Color of a wavefront, 0-based: blue, orange, purple, yellow, then repeated.
[[nodiscard]] Color wavefront_color(std::uint32_t wavefront, const Style& style);
// Dash pattern of a wavefront's wires, which distinguishes them without color: solid, dashed, dotted, dash-dot.
[[nodiscard]] Dash wavefront_dash(std::uint32_t wavefront);

// Up to this number, wavefronts are distinguished by color and dash pattern. Beyond it they look alike and their number is shown.
inline constexpr std::uint32_t kMaxDistinctWavefronts = 8;
// Color of a word that is served in `wavefront` of `wavefronts`.
[[nodiscard]] Color word_color(std::uint32_t wavefront, std::uint32_t wavefronts, const Style& style);

// bank_picture.cpp: one phase of a request: lanes on top, banks below, a wire from each lane to its word, words of one bank
// stacked.
struct LaneRange {
    unsigned first = 0;
    unsigned count = 32;
    bool pieces = false; // of a bulk copy, which have no lanes
};

// Only the wires and cells of the lanes in `marked` are highlighted; empty: all look alike. A click on a bank marks the lanes
// that access it.
void draw_bank_phase(
    Canvas& canvas, const arch::BankPhase& phase, LaneRange lanes, std::uint32_t banks, LaneMask marked, Rect area);

} // namespace warpstage::views
