#include "core/simt/checks/finding.h"

#include "core/base/verify.h"

#include <fmt/format.h>

namespace warpstage::simt {

std::string_view name_of(Severity severity)
{
    switch (severity) {
    case Severity::error:
        return "ERROR";
    case Severity::warning:
        return "WARNING";
    case Severity::info:
        return "INFO";
    }
    VERIFY_NOT_REACHED();
}

std::string_view tool_of(TrapKind kind)
{
    switch (kind) {
    case TrapKind::out_of_bounds:
    case TrapKind::misaligned:
    case TrapKind::invalid_free:
    case TrapKind::stack_overflow:
        return "memcheck";
    case TrapKind::race:
        return "racecheck";
    case TrapKind::uninitialized_read:
        return "initcheck";
    case TrapKind::divergent_barrier:
    case TrapKind::invalid_barrier:
    case TrapKind::invalid_mask:
    case TrapKind::deadlock:
        return "synccheck";
    case TrapKind::budget_exhausted:
    case TrapKind::invalid_call:
    case TrapKind::assertion_failed:
    case TrapKind::trap_instruction:
    case TrapKind::invalid_texture:
        return {};
    }
    VERIFY_NOT_REACHED();
}

std::string brief(const Finding& finding)
{
    const std::uint32_t line = finding.trap.location.line;
    if (finding.trap.second && finding.trap.second->location.line != line)
        return fmt::format("{} at lines {} and {}", name_of(finding.trap.kind), finding.trap.second->location.line, line);
    return fmt::format("{} at line {}", name_of(finding.trap.kind), line);
}

} // namespace warpstage::simt
