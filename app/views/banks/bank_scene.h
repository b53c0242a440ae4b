// A block's shared memory as banks side by side while one request is served: which words its lanes want, and which of them each
// wavefront takes. The request is that of the step at which the recorded run stands.
#pragma once

#include "app/views/drawing.h"
#include "core/arch/shared/shared_banks.h"
#include "core/session/snapshot.h"

namespace warpstage::views {

// One word of the request and the wavefront that serves it.
struct ServedWord {
    std::uint64_t word = 0; // index of the bank word: its bank is word % banks
    LaneMask lanes = 0;
    std::uint32_t wavefront = 0; // 0-based, over all phases of the request
};

struct BankSceneInput {
    const session::ArrayFrame* frame = nullptr; // null: nothing to show
    std::uint32_t banks = 32;
    std::uint32_t bank_bytes = 4;
    std::uint32_t warp_width = 32;
    LaneMask lanes = 0; // of the request; empty: the step is none
    std::string verb = tr("reads");
    std::uint32_t wavefronts = 0;
    std::vector<ServedWord> words;
    const session::WrongElement* wrong = nullptr; // of the result, which is no shared memory: its lane stands out
    std::optional<std::uint32_t> wavefront; // on its way; those before it have been served. Nothing: all at once, by colour
};

// The request of the playback's step, by the snapshot's architecture.
[[nodiscard]] BankSceneInput bank_scene_input(const session::Snapshot& snapshot);
BankSceneInput bank_scene_input(session::Snapshot&& snapshot) = delete; // it refers to what the snapshot holds

// A click on a word chooses it, unless it is a part of an element.
[[nodiscard]] DrawList bank_scene_figure(const BankSceneInput& input, Size size, const Style& style);

} // namespace warpstage::views
