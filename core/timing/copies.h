// Groups of asynchronous copies (cp.async) in the SM model: how many of them a wait leaves under way, and how many it could
// leave.
#pragma once

#include "core/simt/observer.h"
#include "core/timing/block_stream.h"
#include "core/timing/machine_code/machine_code.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpstage::timing {

// Notes in a stream which groups a warp reads between a wait and its next one.
class CopyCollector {
public:
    // The last step of the warp in the stream has been added.
    void add_step(BlockStream& stream, std::uint32_t warp, const MachineOperation& operation);
    // An access of this step to shared memory.
    void add_access(BlockStream& stream, std::uint32_t warp, const MachineOperation& operation, const simt::Access& access);

private:
    static constexpr std::uint64_t kWord = 4;
    struct OfWarp {
        std::uint32_t committed = 0; // groups
        std::uint32_t at_wait = 0; // the same at the last wait
        std::size_t wait = 0; // 1 + its index in the steps of the warp; 0: none
        std::uint32_t read = 0; // groups up to the newest one that the warp has read since then
    };

    [[nodiscard]] OfWarp& of(std::uint32_t warp);

    std::vector<OfWarp> m_warps;
    std::vector<std::uint32_t> m_groups; // by word of shared memory: 1 + the group that has written it last; 0: none
};

} // namespace warpstage::timing
