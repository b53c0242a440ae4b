// Which blocks of a launch are ordered although they run in no order: a block that found what another one left behind a fence and
// a strong access (atomic, volatile, acquire or release) to a word comes after it, as in the "last block adds up" pattern
// (CUDA C++ Programming Guide, "Memory Fence Functions"; PTX ISA, 8.8 "Causality order"). The blocks of a checked run run one
// after the other.
#pragma once

#include "core/simt/device_memory.h"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace warpstage::simt {

class BlockOrder {
public:
    // The next block starts; indices grow.
    void start(std::uint64_t block);
    // The block has executed a fence of the whole GPU: what it did before can be handed on.
    void fence() { ++m_fences; }
    // Fences of the block so far, to note with what it does.
    [[nodiscard]] std::uint32_t fences() const { return m_fences; }
    // The block accesses the word in a way that other blocks may rely on.
    void strong_access(DeviceAddress word);
    // Whether the running block comes after what `block` did when it had executed `fences` fences.
    [[nodiscard]] bool after(std::uint64_t block, std::uint32_t fences) const;

private:
    struct Release {
        std::uint64_t block = 0;
        std::uint32_t fences = 0;
    };
    struct Acquired {
        DeviceAddress word = 0;
        std::size_t releases = 0; // so many of the word's, from the first on
    };

    std::uint64_t m_block = 0;
    std::uint32_t m_fences = 0;
    std::unordered_map<DeviceAddress, std::vector<Release>> m_releases; // of each word, in the order of the blocks
    std::vector<Acquired> m_acquired; // by the running block
};

} // namespace warpstage::simt
