#include "core/runtime/late/access_log.h"

namespace warpstage::runtime {

namespace {

Use use_of(simt::AccessKind kind)
{
    switch (kind) {
    case simt::AccessKind::load:
        return Use::read;
    case simt::AccessKind::store:
        return Use::write;
    case simt::AccessKind::atomic:
        break;
    }
    return Use::atomic;
}

} // namespace

void AccessLog::on_access(const simt::Step& step, const simt::Access& access)
{
    if (access.space != ptx::StateSpace::global)
        return;
    const ptx::Instruction* const instruction = m_listing.find(step.pc);
    const bool is_with_host =
        instruction != nullptr && (instruction->has_modifier("volatile") || instruction->has_modifier("sys"));
    const Use use = is_with_host ? Use::with_host : use_of(access.kind);
    for_each_lane(access.lanes, [&](unsigned lane) { m_used.add(access.addresses[lane], access.bytes, use); });
}

} // namespace warpstage::runtime
