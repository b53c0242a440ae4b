// The shared memory of a block by bank while one request is served: the words that its lanes request, and the words of each
// wavefront. The request is that of the current instruction of the recorded run.
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
    LaneMask lanes = 0; // of the request; empty: the instruction makes none
    std::string verb = tr("reads");
    std::uint32_t wavefronts = 0;
    std::vector<ServedWord> words;
    const session::WrongElement* wrong = nullptr; // of the result, which is not in shared memory: its lane is highlighted
    std::optional<std::uint32_t>
        wavefront; // the current wavefront; earlier ones are served. Empty: all wavefronts at once, by color
};

// The request of the current instruction, analyzed for the snapshot's architecture.
[[nodiscard]] BankSceneInput bank_scene_input(const session::Snapshot& snapshot);
BankSceneInput bank_scene_input(session::Snapshot&& snapshot) = delete; // refers to data of the snapshot

// A click on a word chooses it, unless it is part of an element.
[[nodiscard]] DrawList bank_scene_figure(const BankSceneInput& input, Size size, const Style& style);

} // namespace warpstage::views
