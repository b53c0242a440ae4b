#include "core/analysis/recording/word_history.h"

#include "core/analysis/recording/access_order.h"
#include "core/base/words.h"

#include <algorithm>
#include <bit>

namespace warpstage::analysis {

namespace {

LaneMask lanes_at(const simt::Access& access, const Word& word)
{
    LaneMask lanes = 0;
    for_each_lane(access.lanes, [&](unsigned lane) {
        const std::uint64_t first = access.addresses.at(lane);
        if (first < word.address + word.bytes && first + access.bytes > word.address)
            lanes |= LaneMask { 1 } << lane;
    });
    return lanes;
}

LaneAccess lowest_of(const WordAccess& access, LaneMask lanes)
{
    return { access.step, access.warp, static_cast<std::uint32_t>(std::countr_zero(lanes)) };
}

std::optional<WordOrder> order_of(const Recording& recording, const std::vector<WordAccess>& history, const WordAccess& access)
{
    for (std::size_t before = history.size(); before-- > 0;) {
        const WordAccess& earlier = history[before];
        if (access.kind == simt::AccessKind::load && earlier.kind == simt::AccessKind::load)
            continue;
        // Two different threads, if there are any: only they need an order.
        LaneAccess second = lowest_of(access, access.lanes);
        LaneMask others = earlier.lanes;
        if (earlier.warp == access.warp) {
            if (std::popcount(access.lanes | earlier.lanes) == 1)
                return WordOrder { before, marked("program order") };
            others = earlier.lanes & ~(LaneMask { 1 } << second.lane);
            if (others == 0) {
                second = lowest_of(access, access.lanes & ~earlier.lanes);
                others = earlier.lanes;
            }
        }
        return WordOrder { before, order_between(recording, lowest_of(earlier, others), second) };
    }
    return std::nullopt;
}

} // namespace

WordHistory word_history(const Recording& recording, const Word& word)
{
    const trace::Trace& trace = recording.trace;
    WordHistory history;
    for (std::size_t step = 0; step < std::min(trace.gapless, trace.steps.size()); ++step) {
        const simt::Access* access = trace.access_of(trace.steps[step]);
        const LaneMask lanes = access == nullptr || access->space != word.space ? 0 : lanes_at(*access, word);
        if (lanes == 0)
            continue;
        ++history.all;
        if (history.accesses.size() == kMaxWordAccesses)
            continue;
        WordAccess found { step, trace.steps[step].warp, lanes, access->kind, line_at(recording, step), {} };
        found.order = order_of(recording, history.accesses, found);
        history.accesses.push_back(std::move(found));
    }
    return history;
}

} // namespace warpstage::analysis
