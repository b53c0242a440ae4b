// Copies to shared memory by cp.async that their thread has not waited for: until then, no thread may access what they write
// (PTX ISA, 9.7.9.25.3 "Non-bulk copy operations").
#pragma once

#include "core/simt/observer.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace warpstage::simt {

struct PendingCopy {
    std::uint64_t offset = 0; // in the block's shared memory
    std::uint32_t bytes = 0;
    std::uint32_t warp = 0;
    std::uint32_t lane = 0;
    std::uint32_t pc = 0;
    std::uint32_t group = 0; // of its thread
    std::uint64_t value = 0; // as Access::values
};

class PendingCopies {
public:
    static constexpr std::uint32_t kAllGroups = std::numeric_limits<std::uint32_t>::max();

    explicit PendingCopies(std::uint32_t warps)
        : m_groups(warps * kMaxLanes, 0)
    {
    }

    // The next block starts.
    void clear();
    void start(const Step& step, const Access& written);
    void commit(const Step& step);
    // The threads wait until at most `pending` of their groups are under way; kAllGroups: for all copies, in a group or not.
    // Returns the copies that are complete then.
    [[nodiscard]] std::vector<PendingCopy> wait(const Step& step, std::uint32_t pending);
    // A copy whose target overlaps the access, with a lane of the access.
    struct Overlap {
        PendingCopy copy;
        unsigned lane = 0;
    };
    [[nodiscard]] std::optional<Overlap> find(const Access& access) const;

private:
    std::vector<std::uint32_t> m_groups; // [warp * kMaxLanes + lane]: committed ones
    std::vector<PendingCopy> m_copies;
};

} // namespace warpstage::simt
