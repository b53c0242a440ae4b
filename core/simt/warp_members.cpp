#include "core/simt/warp_members.h"

#include <cstring>

namespace warpstage::simt {

namespace {

LaneMask written_mask(const WarpState& state, std::uint32_t mask_row, unsigned lane)
{
    LaneMask mask = 0;
    std::memcpy(&mask, state.registers + mask_row + lane * sizeof(mask), sizeof(mask));
    return mask;
}

} // namespace

LaneMask members_of(const WarpState& state, std::uint32_t mask_row, unsigned lane)
{
    return written_mask(state, mask_row, lane) & state.existing;
}

bool members_agree(WarpState& state, std::uint32_t mask_row)
{
    for (LaneMask rest = state.active; rest != 0; rest &= rest - 1) {
        const unsigned lane = lowest_lane(rest);
        const LaneMask members = members_of(state, mask_row, lane);
        const LaneMask written = written_mask(state, mask_row, lane);
        if (!has_lane(members, lane)) {
            state.refusal = { RefusalKind::stranger, lane, written, 0 };
            return false;
        }
        if (const LaneMask absent = members & ~state.active; absent != 0) {
            state.refusal = { RefusalKind::absent_members, lane, written, absent };
            return false;
        }
        LaneMask different = 0;
        for_each_lane(members, [&](unsigned member) {
            if (members_of(state, mask_row, member) != members)
                different |= LaneMask { 1 } << member;
        });
        if (different != 0) {
            state.refusal = { RefusalKind::different_masks, lane, written, different };
            return false;
        }
    }
    return true;
}

bool synchronise_warp(WarpState& state, const Operation& operation)
{
    return members_agree(state, operation.e);
}

} // namespace warpstage::simt
