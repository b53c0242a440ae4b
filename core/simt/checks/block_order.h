// The order between blocks of a launch, whose execution order is otherwise undefined: a block that reads what another block wrote
// before a fence and a strong access (atomic, volatile, acquire or release) to a word is ordered after that block, as in the
// "last block adds up" pattern (CUDA C++ Programming Guide, "Memory Fence Functions"; PTX ISA, 8.8 "Causality order"). The blocks
// of a checked run are executed sequentially.
#pragma once

#include "core/simt/device_memory.h"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace warpstage::simt {

class BlockOrder {
public:
    // The next block starts; indices increase.
    void start(std::uint64_t block);
    // The block has executed a fence with device scope: its earlier writes can become visible to other blocks.
    void fence() { ++m_fences; }
    // Number of fences that the block has executed so far, recorded with its accesses.
    [[nodiscard]] std::uint32_t fences() const { return m_fences; }
    // The block accesses the word with a strong operation, which can order blocks.
    void strong_access(DeviceAddress word);
    // Whether the running block is ordered after what `block` did when its fence count was `fences`.
    [[nodiscard]] bool after(std::uint64_t block, std::uint32_t fences) const;

private:
    struct Release {
        std::uint64_t block = 0;
        std::uint32_t fences = 0;
    };
    struct Acquired {
        DeviceAddress word = 0;
        std::size_t releases = 0; // number of the word's leading entries
    };

    std::uint64_t m_block = 0;
    std::uint32_t m_fences = 0;
    std::unordered_map<DeviceAddress, std::vector<Release>> m_releases; // of each word, in block order
    std::vector<Acquired> m_acquired; // by the running block
};

} // namespace warpstage::simt
