// The order between blocks of a launch, whose execution order is otherwise undefined: a block that reads what another block wrote
// before a fence and a strong access (atomic, volatile, acquire or release) to a word is ordered after that block, as in the
// "last block adds up" pattern (CUDA C++ Programming Guide, "Memory Fence Functions"; PTX ISA, 8.8 "Causality order"). The blocks
// of a checked run take turns: one runs until it ends or waits for another one.
#pragma once

#include "core/simt/device_memory.h"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace warpstage::simt {

class BlockOrder {
public:
    // The block runs from now on, for the first time or again.
    void run(std::uint32_t block);
    // The running block has executed a fence with device scope: its earlier writes can become visible to other blocks.
    void fence() { ++m_state->fences; }
    // Number of fences that the running block has executed so far, recorded with its accesses.
    [[nodiscard]] std::uint32_t fences() const { return m_state->fences; }
    // The running block accesses the word with a strong operation, which can order blocks.
    void strong_access(DeviceAddress word);
    // Whether the running block is ordered after what `block` did when its fence count was `fences`.
    [[nodiscard]] bool after(std::uint32_t block, std::uint32_t fences) const;

private:
    // A block has published its accesses before its last fence, and what it knew of other blocks.
    struct Release {
        std::uint32_t block = 0;
        std::uint32_t fences = 0;
        std::size_t acquired = 0; // number of the block's leading entries in State::acquired
    };
    struct Word {
        std::vector<Release> releases; // in the order of the run
        std::unordered_map<std::uint32_t, std::vector<std::size_t>> of_block; // indices of its releases
    };
    struct Acquired {
        const Word* word = nullptr;
        std::size_t releases = 0; // number of the word's leading entries
    };
    struct State {
        std::uint32_t fences = 0;
        std::vector<Acquired> acquired; // in the order of the run; of each word, later entries have more releases
    };

    [[nodiscard]] static bool has_read_from(const State& state, std::size_t acquired, std::uint32_t block, std::uint32_t fences);

    std::uint32_t m_block = 0;
    State* m_state = nullptr; // of the running block
    std::unordered_map<std::uint32_t, State> m_blocks;
    std::unordered_map<DeviceAddress, Word> m_words;
};

} // namespace warpstage::simt
