#include "core/analysis/requests.h"

#include "core/base/lane_rows.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <optional>
#include <utility>

namespace warpstage::analysis {

arch::SharedOperation shared_operation_of(simt::AccessKind kind, simt::AccessForm form)
{
    if (form == simt::AccessForm::copies)
        return arch::SharedOperation::async_copy;
    if (kind != simt::AccessKind::load)
        return arch::SharedOperation::store;
    return form == simt::AccessForm::matrix_rows ? arch::SharedOperation::load_matrix : arch::SharedOperation::load;
}

arch::SharedRequest shared_request_of(const simt::Access& access)
{
    return { shared_operation_of(access.kind, access.form), access.bytes, access.lanes, access.addresses };
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

namespace {

std::uint32_t count_sorted(const simt::Access& access, std::uint64_t region)
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

} // namespace

std::uint32_t lane_turns(const simt::Access& access, std::uint64_t region)
{
    const bool whole = region == kAllMemory;
    if (access.lanes == 0)
        return 0;
    const LaneRow row = lane_row(access.addresses, access.lanes);
    const auto places = keys_of(row, 0, 1);
    const auto regions =
        whole || !std::has_single_bit(region) ? std::nullopt : keys_of(row, static_cast<unsigned>(std::countr_zero(region)), 1);
    if (!places || (!whole && !regions))
        return count_sorted(access, region);
    // One turn per region, and more where lanes share a word.
    std::array<std::uint32_t, kMaxLanes> turns {}; // by the first lane of a region
    std::uint32_t most = 1;
    std::uint32_t sum = whole ? 0 : lane_count(access.lanes & ~repeated_lanes(*regions, access.lanes));
    for (LaneMask rest = repeated_lanes(*places, access.lanes); rest != 0;) {
        const unsigned lane = lowest_lane(rest);
        const LaneMask same = lanes_with_key(*places, places->of_lane[lane]) & access.lanes;
        rest &= ~same;
        const std::uint32_t more = lane_count(same) - 1;
        most = std::max(most, more + 1);
        if (whole)
            continue;
        std::uint32_t& known = turns[lowest_lane(lanes_with_key(*regions, regions->of_lane[lane]) & access.lanes)];
        sum += more > known ? more - known : 0;
        known = std::max(known, more);
    }
    return whole ? most : sum;
}

} // namespace warpstage::analysis
