// Loads of read-only data (ld.global.nc): of __ldg(), and of pointers to const with __restrict__. Their memory must not be
// written while the kernel runs (CUDA C++ Programming Guide, "Read-Only Data Cache Load Function"). By whom and in what order
// makes no difference, so of each word only the instructions are kept.
#pragma once

#include "core/simt/device_memory.h"
#include "core/simt/observer.h"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace warpstage::simt {

// A byte that was loaded as read-only data and is written by the same kernel.
struct WrittenReadOnly {
    unsigned lane = 0; // of the access that shows it
    DeviceAddress address = 0; // of the word
    std::uint32_t load = 0; // program counters
    std::uint32_t write = 0;
};

class ReadOnlyWords {
public:
    explicit ReadOnlyWords(const DeviceMemory& memory)
        : m_memory(&memory)
    {
    }

    // The access of the instruction at `pc`, which loads read-only data, any other load, or writes.
    [[nodiscard]] std::optional<WrittenReadOnly> access(std::uint32_t pc, const Access& access, bool loads_read_only);

private:
    static constexpr std::uint64_t kWordBytes = 4;
    static constexpr std::uint64_t kPageWords = 1024;

    // 0: none. The lowest four bits: which bytes of the word; above: 1 + the program counter of the last instruction.
    struct Note {
        std::uint32_t load = 0;
        std::uint32_t write = 0;
    };
    using Page = std::array<Note, kPageWords>;

    Note& note_at(DeviceAddress address);

    const DeviceMemory* m_memory;
    DeviceAddress m_last_base = 0;
    std::uint64_t m_last_size = 0;
    std::vector<std::unique_ptr<Page>>* m_last_pages = nullptr;
    std::map<DeviceAddress, std::vector<std::unique_ptr<Page>>> m_buffers; // by base
};

} // namespace warpstage::simt
