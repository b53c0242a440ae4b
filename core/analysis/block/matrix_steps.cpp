#include "core/analysis/block/matrix_steps.h"

#include <algorithm>

namespace warpstage::analysis {

ShownMatrices matrices_at(const Recording& recording, std::uint32_t warp, std::optional<std::size_t> step, std::uint32_t line)
{
    std::vector<const trace::MatrixRecord*> own;
    for (const trace::MatrixRecord& record : recording.matrices.records)
        if (recording.trace.steps[record.step].warp == warp)
            own.push_back(&record);
    if (own.empty())
        return {};
    auto found = own.begin();
    if (step) {
        const auto after =
            std::ranges::upper_bound(own, *step, {}, [](const trace::MatrixRecord* record) { return record->step; });
        found = after == own.begin() ? after : after - 1;
    } else {
        constexpr std::size_t kMatricesOfProduct = 4;
        const auto at_line = std::ranges::find_if(own, [&](const trace::MatrixRecord* record) {
            return line != 0 && recording.listing.line_of(recording.trace.steps[record->step].pc) == line;
        });
        const auto product = std::ranges::find_if(own, [](const trace::MatrixRecord* record) {
            return record->matrices.size() == kMatricesOfProduct && record->matrices.front().name == "A";
        });
        found = at_line != own.end() ? at_line : product != own.end() ? product : own.begin();
    }
    return { *found, static_cast<std::size_t>(found - own.begin()) + 1, own.size() };
}

const trace::MatrixRecord* matrices_of(const Recording& recording, std::size_t step)
{
    const auto& records = recording.matrices.records;
    const auto found = std::ranges::lower_bound(records, step, {}, &trace::MatrixRecord::step);
    return found == records.end() || found->step != step ? nullptr : &*found;
}

} // namespace warpstage::analysis
