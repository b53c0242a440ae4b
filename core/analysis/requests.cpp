#include "core/analysis/requests.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace warpstage::analysis {

arch::SharedRequest shared_request_of(const simt::Access& access)
{
    const bool load = access.kind == simt::AccessKind::load;
    const auto operation = access.form == simt::AccessForm::copies ? arch::SharedOperation::async_copy
        : !load                                                    ? arch::SharedOperation::store
        : access.form == simt::AccessForm::matrix_rows             ? arch::SharedOperation::load_matrix
                                                                   : arch::SharedOperation::load;
    return { operation, access.bytes, access.lanes, access.addresses };
}

arch::GlobalRequest global_request_of(const simt::Access& access)
{
    const auto operation = access.kind == simt::AccessKind::load ? arch::GlobalOperation::load : arch::GlobalOperation::store;
    return { access.bytes, access.lanes, access.addresses, operation };
}

arch::LaneAddresses lane_addresses_of(const simt::Access& access)
{
    return { access.bytes, access.lanes, access.addresses };
}

std::uint32_t lane_turns(const simt::Access& access, std::uint64_t region)
{
    std::array<std::uint64_t, kMaxLanes> words {}; // in ascending order: equal ones are lanes on the same word
    std::size_t count = 0;
    for (std::size_t lane = 0; lane < kMaxLanes; ++lane)
        if (((access.lanes >> lane) & 1U) != 0)
            words[count++] = access.addresses[lane];
    std::sort(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(count));
    std::uint32_t sum = 0;
    std::uint32_t most = 0;
    for (std::size_t first = 0, i = 0; i < count; ++i) {
        if (i > 0 && words[i] / region != words[i - 1] / region)
            sum += std::exchange(most, 0U);
        if (words[i] != words[first])
            first = i;
        most = std::max(most, static_cast<std::uint32_t>(i - first + 1));
    }
    return sum + most;
}

} // namespace warpstage::analysis
