#include "app/views/frame/recorded_inputs.h"

namespace warpstage::views {

std::string_view operation_of(simt::AccessKind kind)
{
    switch (kind) {
    case simt::AccessKind::load:
        return tr("load");
    case simt::AccessKind::store:
        return tr("store");
    case simt::AccessKind::atomic:
        return tr("atomic");
    }
    return {};
}

std::string recorded_part_words(const trace::Trace& trace)
{
    if (trace.steps.size() >= trace.steps_seen)
        return {};
    return trf(" · first {:.2g} %", 100.0 * static_cast<double>(trace.steps.size()) / static_cast<double>(trace.steps_seen));
}

std::string warp_width_words(std::uint32_t lanes)
{
    return lanes == kMaxLanes ? std::string {} : trf("warps of {} lanes, virtual machine only", lanes);
}

} // namespace warpstage::views
