// Bank conflicts: which lane of one shared-memory request meets which bank, and in which pass it is served.
#pragma once

#include "app/views/drawing.h"
#include "core/arch/shared/shared_banks.h"
#include "core/session/snapshot.h"

namespace warpstage::views {

struct BanksInput {
    std::optional<arch::SharedService> service; // nothing: no request to show
    std::uint32_t bytes = 4; // of one lane
    std::uint32_t banks = 32;
    std::uint32_t warp_width = 32;
    LaneMask marked = 0; // lanes that stand out; empty: all are alike
    std::string subtitle; // "line 9 · load"
    std::string architecture; // "CC 9.0": whose rules are shown
    std::uint32_t lanes_together = 0; // 16: lanes are drawn in half-warps; 0: as many as the width of the access serves at a time
    std::string nothing = tr("no shared memory in this kernel"); // said where there is no request
};

[[nodiscard]] DrawList banks_figure(const BanksInput& input, Size size, const Style& style);

// Of an access to shared memory. The architecture's name is left to whoever writes it.
[[nodiscard]] BanksInput banks_input(const session::ChosenAccess& chosen, const arch::Traits& traits, std::uint32_t warp_width);

// The colour of a pass, 0-based: blue, orange, purple, yellow and again from the start.
[[nodiscard]] Color pass_color(std::uint32_t pass, const Style& style);
// Its wires differ without colour too: solid, dashed, dotted, dash and dot.
[[nodiscard]] Dash pass_dash(std::uint32_t pass);

// Of so many wavefronts each can be followed by its color and its strokes. More of them look alike, and their number is written.
inline constexpr std::uint32_t kMaxToldApart = 8;
// The color of a word that is served in this pass of so many.
[[nodiscard]] Color word_color(std::uint32_t pass, std::uint32_t passes, const Style& style);

// bank_picture.cpp: one phase of a request: lanes on top, banks below, a wire from each lane to its word, words of one bank
// stacked.
struct LaneRange {
    unsigned first = 0;
    unsigned count = 32;
};

// Of the lanes in `marked` alone wires and cells stand out; empty: all are alike. A click on a bank marks the lanes that access
// it.
void draw_bank_phase(
    Canvas& canvas, const arch::BankPhase& phase, LaneRange lanes, std::uint32_t banks, LaneMask marked, Rect area);

} // namespace warpstage::views
