#include "core/simt/trap.h"

#include "core/base/verify.h"

namespace warpstage::simt {

std::string_view name_of(TrapKind kind)
{
    switch (kind) {
    case TrapKind::out_of_bounds:
        return "out of bounds";
    case TrapKind::misaligned:
        return "misaligned";
    case TrapKind::divergent_barrier:
        return "divergent barrier";
    case TrapKind::deadlock:
        return "deadlock";
    case TrapKind::uninitialized_read:
        return "uninitialized read";
    case TrapKind::race:
        return "race";
    case TrapKind::invalid_mask:
        return "invalid mask";
    case TrapKind::invalid_barrier:
        return "invalid barrier";
    case TrapKind::budget_exhausted:
        return "budget exhausted";
    case TrapKind::stack_overflow:
        return "stack overflow";
    case TrapKind::invalid_call:
        return "invalid call";
    case TrapKind::invalid_free:
        return "invalid free";
    case TrapKind::assertion_failed:
        return "assertion failed";
    case TrapKind::trap_instruction:
        return "trap instruction";
    case TrapKind::invalid_texture:
        return "invalid texture";
    }
    VERIFY_NOT_REACHED();
}

} // namespace warpstage::simt
