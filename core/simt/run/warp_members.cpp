#include "core/simt/run/warp_members.h"

#include <array>
#include <cstring>

namespace warpstage::simt {

namespace {

LaneMask written_mask(const WarpState& state, std::uint32_t mask_row, unsigned lane)
{
    LaneMask mask = 0;
    std::memcpy(&mask, state.registers + mask_row + lane * sizeof(mask), sizeof(mask));
    return mask;
}

// The common case: all lanes that execute name exactly each other. One pass instead of one per lane.
bool all_name_each_other(const WarpState& state, std::uint32_t mask_row)
{
    std::array<LaneMask, kMaxLanes> masks;
    __builtin_memcpy(masks.data(), state.registers + mask_row, sizeof(masks));
    const LaneMask leading = masks[lowest_lane(state.active)];
    LaneMask different = 0;
    for (unsigned lane = 0; lane < kMaxLanes; ++lane)
        different |= (masks[lane] ^ leading) & static_cast<LaneMask>(state.blend[lane]);
    return different == 0 && (leading & state.existing) == state.active;
}

} // namespace

LaneMask members_of(const WarpState& state, std::uint32_t mask_row, unsigned lane)
{
    return written_mask(state, mask_row, lane) & state.existing;
}

bool members_agree(WarpState& state, std::uint32_t mask_row)
{
    if (all_name_each_other(state, mask_row)) [[likely]]
        return true;
    for (LaneMask rest = state.active; rest != 0; rest &= rest - 1) {
        const unsigned lane = lowest_lane(rest);
        const LaneMask members = members_of(state, mask_row, lane);
        const LaneMask written = written_mask(state, mask_row, lane);
        if (!has_lane(members, lane)) {
            state.refusal = { RefusalKind::not_a_member, lane, written, 0 };
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

bool execute_despite_masks(WarpState& state, const Operation& operation, Handler handler)
{
    const RefusalKind kind = state.refusal.kind;
    // Lanes that have left the others are an illegal instruction on an H200, unlike an exchange of values.
    if (handler == &synchronize_warp && kind == RefusalKind::not_a_member)
        return state.active == state.existing;
    if (operation.accesses_memory || (kind != RefusalKind::not_a_member && kind != RefusalKind::different_masks))
        return false;
    std::array<LaneMask, kMaxLanes> masks;
    std::byte* const place = state.registers + operation.e;
    std::memcpy(masks.data(), place, sizeof(masks));
    std::array<LaneMask, kMaxLanes> same = masks;
    for_each_lane(state.active, [&](unsigned lane) { same[lane] = state.active; });
    std::memcpy(place, same.data(), sizeof(same));
    const bool done = handler(state, operation);
    if (operation.d != operation.e)
        std::memcpy(place, masks.data(), sizeof(masks));
    return done;
}

bool synchronize_warp(WarpState& state, const Operation& operation)
{
    return members_agree(state, operation.e);
}

} // namespace warpstage::simt
